import { type DestinationStream, type Logger, pino } from "pino";
import { causesOf } from "../database/unavailable";

/**
 * The log of the process, a line of JSON for each event. Of a failed statement it has the text and the reason, never
 * the values, among which are hashes of passwords and sessions (ASVS 5.0 V16.2.5).
 * @param destination standard output unless told
 */
export function makeLogger(level: string, destination: DestinationStream = standardOutput()): Logger {
  const options = {
    level,
    redact: ["req.headers.authorization", "headers.authorization"],
    serializers: { err: described },
  };
  return pino(options, destination);
}

/** Lines are written some at a time, a tenth of a second late at most, and all of them when the process ends. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 });
}

/** An error without what drivers hang on to it: `params`, and PostgreSQL's `detail`, which quotes the row. */
function described(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack } = pino.stdSerializers.err(error);
  const codes = [...causesOf(error)].flatMap(({ code }) => code ?? []);
  return {
    type,
    code: codes.at(-1),
    message: withoutValues(message, error),
    stack: withoutValues(stack ?? "", error),
  };
}

/** drizzle ends the message of a failed statement with its parameters. */
function withoutValues(text: string, error: Error): string {
  let rest = text;
  for (const cause of causesOf(error))
    if ("params" in cause) rest = rest.replaceAll(`\nparams: ${cause.params}`, "");
  return rest;
}
