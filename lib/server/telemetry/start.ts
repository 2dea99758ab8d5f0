import { readOtlp } from "./settings";

/**
 * Exports traces and metrics if a collector is set; its code is loaded only then.
 * @param name of the service, unless OTEL_SERVICE_NAME is set
 * @returns sends pending data; call it before the process ends
 */
export async function startTelemetry(
  service: { name: string; version: string },
  warn: (line: string) => void,
): Promise<() => Promise<void>> {
  const settings = readOtlp(process.env, service);
  if (!settings) return async () => {};
  const { startOtlp } = await import("./otlp");
  return startOtlp(settings, warn);
}
