import { CliError } from "./cli-error.mjs";

const lowest = [20, 19];

/** @throws {CliError} if this Node.js is older than the project requires */
export function checkNodeVersion() {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [lowestMajor = 0, lowestMinor = 0] = lowest;
  if (major < lowestMajor || (major === lowestMajor && minor < lowestMinor))
    throw new CliError(`Hub needs Node.js ${lowest.join(".")} or newer; this is ${version}.`);
}
