/** An error that needs one line only: shown without a stack trace. */
export class CliError extends Error {
  /** @param {string} message the problem and its solution @param {number} exitCode */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a script's main function; a {@link CliError} ends the process with one line on standard error.
 * @param {() => Promise<void>} main
 */
export async function run(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (error.message) console.error(error.message);
    process.exitCode = error.exitCode;
  }
}
