import { type DestinationStream, type Logger, pino } from "pino";
import { rememberLine } from "@/lib/server/core/recent-lines";
import { redact } from "@/lib/server/core/redact";
import { countLine } from "@/lib/server/telemetry/log-lines";
import { traceFields } from "@/lib/server/telemetry/trace-context";
import { causesOf } from "../database/unavailable";

/**
 * The process's log, one line of JSON per event. Logs the text and reason of a failed statement but never its values,
 * which include hashes of passwords and sessions (ASVS 5.0 V16.2.5).
 * @param destination defaults to standard output
 */
export function makeLogger(level: string, destination: DestinationStream = standardOutput()): Logger {
  const options = {
    level,
    redact: ["req.headers.authorization", "headers.authorization"],
    serializers: { err: described },
    mixin: traceFields,
  };
  const write = (line: string) => {
    rememberLine(line);
    countLine(line);
    destination.write(line);
  };
  return pino(options, { write });
}

/** Buffers lines for up to a tenth of a second; flushes when the process exits. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 });
}

/** Omits what drivers attach to an error, such as PostgreSQL's `detail`, which quotes the row. */
function described(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack } = pino.stdSerializers.err(error);
  const codes = [...causesOf(error)].flatMap(({ code }) => code ?? []);
  return { type, code: codes.at(-1), message: redact(message), stack: redact(stack ?? "") };
}
