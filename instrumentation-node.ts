import { installBeforeNext } from "./lib/server/bff/before-next";
import { config } from "./lib/server/config/config";
import { onClosing } from "./lib/server/core/stopping";
import { logAsJson } from "./lib/server/telemetry/console-lines";
import { startTelemetry } from "./lib/server/telemetry/start";
import packageJson from "./package.json";

// An invalid setting stops the start with one line that names it (CF-03).
try {
  const settings = config();
  // Under `next dev` a developer reads the console.
  if (process.env.NODE_ENV === "production") logAsJson(settings.logLevel);
  installBeforeNext(settings);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

void startTelemetry({ name: "hub-web", version: packageJson.version }, (line) => console.warn(line)).then(
  (end) => onClosing(() => void end()),
);
