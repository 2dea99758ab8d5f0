import { Stop } from "./stop.mjs";

const lowest = [20, 9];

/** @throws {Stop} when this Node.js is older than the project needs */
export function checkNodeVersion(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [lowestMajor = 0, lowestMinor = 0] = lowest;
  if (major < lowestMajor || (major === lowestMajor && minor < lowestMinor))
    throw new Stop(`Hub needs Node.js ${lowest.join(".")} or newer; this is ${version}.`);
}
