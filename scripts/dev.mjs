// `npm run dev`: runs both processes from source, with automatic reload.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "./lib/cli-error.mjs";
import { ownSecrets, prepareDataDirectory } from "./lib/data-directory.mjs";
import { readEnvironmentFile } from "./lib/environment.mjs";
import { npmGone } from "./lib/follow-npm.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { checkPorts } from "./lib/ports.mjs";
import { root } from "./lib/root.mjs";
import { readSettings } from "./lib/settings.mjs";

const listenHost = pathToFileURL(join(root, "scripts/lib/listen-host.mjs")).href;

await run(async () => {
  checkNodeVersion();
  const gone = npmGone();
  readEnvironmentFile();
  const settings = readSettings(process.env);
  await checkPorts(settings);
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
    PUBLIC_URL: settings.publicUrl,
    API_HOST: settings.apiHost,
    API_URL: settings.apiUrl,
    ...ownSecrets(dataDirectory),
  };
  const options = { cwd: root, env, stdio: /** @type {const} */ ("inherit") };
  const children = [
    spawn(process.execPath, ["--watch", "--enable-source-maps", "dist/api/api.mjs"], options),
    spawn(
      process.execPath,
      ["node_modules/next/dist/bin/next", "dev", "--port", String(settings.port)],
      // Next serves from a child process.
      {
        ...options,
        env: { ...env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${listenHost}` },
      },
    ),
  ];
  await new Promise((resolve) => {
    void gone.then(resolve);
    for (const child of children) child.once("exit", resolve);
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
  });
  for (const child of children) child.kill("SIGTERM");
  await bundling.dispose();
});
