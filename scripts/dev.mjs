// `npm run dev`: both processes from the sources, each taking up changes as they are saved.
import { spawn } from "node:child_process";
import { keptSecret, prepareDataDirectory } from "./lib/data-directory.mjs";
import { readEnvironmentFile } from "./lib/environment.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { checkPort } from "./lib/ports.mjs";
import { root } from "./lib/root.mjs";
import { readSettings } from "./lib/settings.mjs";
import { run } from "./lib/stop.mjs";

await run(async () => {
  checkNodeVersion();
  readEnvironmentFile();
  const settings = readSettings(process.env);
  await checkPort("PORT", settings.port);
  await checkPort("API_PORT", settings.apiPort);
  const dataDirectory = prepareDataDirectory(settings.dataDirectory);
  await ensureInstalled();
  const [{ context }, { prepareApiBuild }] = await Promise.all([
    import("esbuild"),
    import("./lib/build-api.mjs"),
  ]);
  const bundling = await context(prepareApiBuild());
  await bundling.rebuild();
  await bundling.watch();

  const env = {
    ...process.env,
    NODE_ENV: /** @type {const} */ ("development"),
    DATA_DIR: dataDirectory,
    API_URL: settings.apiUrl,
    SESSION_SECRET: process.env.SESSION_SECRET || keptSecret(dataDirectory, "session-secret", 48),
  };
  const options = { cwd: root, env, stdio: /** @type {const} */ ("inherit") };
  const children = [
    spawn(process.execPath, ["--watch", "--enable-source-maps", "dist/api/server.mjs"], options),
    spawn(
      process.execPath,
      ["node_modules/next/dist/bin/next", "dev", "--port", String(settings.port)],
      options,
    ),
  ];
  await new Promise((resolve) => {
    for (const child of children) child.once("exit", resolve);
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
  });
  for (const child of children) child.kill("SIGTERM");
  await bundling.dispose();
});
