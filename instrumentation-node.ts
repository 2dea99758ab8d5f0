import { installBeforeNext } from "./lib/server/bff/before-next";
import { config } from "./lib/server/config/config";

// An invalid setting stops the start with one line that names it (CF-03).
try {
  installBeforeNext(config());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
