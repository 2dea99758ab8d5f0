/** The chain of an error and its causes; `databaseOf` wraps the driver's errors. */
export function* causesOf(error: unknown): Generator<Error & { code?: string }> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
}

/** The SQLSTATE of a PostgreSQL error (PostgreSQL manual, appendix A); undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const { code } of causesOf(error)) if (code && /^[0-9A-Z]{5}$/.test(code)) return code;
  return undefined;
}

// Connection exceptions, operator intervention (shutdown, statement timeout), out of resources, disk full.
const passingStates = /^(08|57|53|58)/;
const passingFailures =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)|Query read timeout|Connection terminated|not queryable|timeout exceeded|connection error/;

/** Whether the database was unreachable or did not answer, rather than refused a statement. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state) return passingStates.test(state);
  for (const { code, message, name } of causesOf(error))
    if (name === "DatabaseUnavailable" || passingFailures.test(code ?? "") || passingFailures.test(message))
      return true;
  return false;
}
