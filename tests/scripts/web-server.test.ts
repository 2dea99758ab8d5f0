import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("[AT-02] the web process allows any time for a large body, and little for headers", () => {
  const program = `
    import { createWebServer } from "./scripts/lib/web-server.mjs";
    const { requestTimeout, headersTimeout, keepAliveTimeout } = createWebServer(75_000);
    console.log(JSON.stringify({ requestTimeout, headersTimeout, keepAliveTimeout }));
    process.exit();`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(JSON.parse(said)).toEqual({ requestTimeout: 0, headersTimeout: 80_000, keepAliveTimeout: 75_000 });
});
