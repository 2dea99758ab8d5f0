import { RequestError } from "../core/errors";
import { StartError } from "../core/start-error";
import { ConfigError } from "./config";

/** A missing or wrong parameter; without a message, the usage says enough. */
export class UsageError extends Error {}

/**
 * Runs a command of an operator: foreseen errors are one line.
 * @param failureCode exit code after an error
 */
export function runCommand(
  usage: string,
  work: (parameters: string[]) => Promise<void>,
  failureCode = 1,
): void {
  work(process.argv.slice(2)).catch((error: NodeJS.ErrnoException) => {
    process.stderr.write(`${textOf(error, usage)}\n`);
    process.exitCode = failureCode;
  });
}

function textOf(error: NodeJS.ErrnoException, usage: string): string {
  if (error instanceof UsageError || error.code?.startsWith("ERR_PARSE_ARGS"))
    return `${error.message} ${usage}`.trimStart();
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  if (error instanceof RequestError) {
    if (error.status === 507) return "There is no room for the files. Free some space and repeat this.";
    const { cause } = error as { cause?: Error };
    return `The file store does not serve (${cause?.message ?? error.message}). Correct FILES_URL or see to the store.`;
  }
  return String(error.stack);
}

export const formatBytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
