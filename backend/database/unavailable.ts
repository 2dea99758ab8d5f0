/** The chain of an error and what caused it; drizzle wraps what the driver threw. */
export function* causesOf(error: unknown): Generator<Error & { code?: string }> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
}

/** The five characters that PostgreSQL classes an error by (PostgreSQL manual, appendix A), if it is one of its errors. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const { code } of causesOf(error)) if (code && /^[0-9A-Z]{5}$/.test(code)) return code;
  return undefined;
}

// Connection exceptions, operator intervention (shutdown, statement timeout), out of resources, disk full.
const passingStates = /^(08|57|53|58)/;
const passingFailures =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)|Query read timeout|Connection terminated|not queryable|timeout exceeded|connection error/;

/** Whether the database could not be reached or did not answer, rather than refused a statement. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state) return passingStates.test(state);
  for (const { code, message, name } of causesOf(error))
    if (name === "DatabaseUnavailable" || passingFailures.test(code ?? "") || passingFailures.test(message))
      return true;
  return false;
}
