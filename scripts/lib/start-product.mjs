import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CliError } from "./cli-error.mjs";
import { ownSecrets, pendingMessage, prepareDataDirectory, readOrCreateSecret } from "./data-directory.mjs";
import { checkPort, checkPorts } from "./ports.mjs";
import { runCommand } from "./process.mjs";
import { seconds, timed } from "./progress.mjs";
import { product } from "./root.mjs";
import { runProduct } from "./run-product.mjs";
import { readSettings } from "./settings.mjs";

/**
 * Starts API and web process with settings of the environment, and stops both together.
 * @param {object} [options]
 * @param {boolean} [options.demo] adds sample data
 * @param {Record<string, string>} [options.defaults] of settings for these two processes
 * @param {(settings: import("./settings.mjs").Settings) => Promise<void>} [options.prepare] called once the settings are valid
 * @param {string} [options.provider] script of the demo provider
 * @param {Promise<void>} [options.gone] resolves when the product must stop
 */
export async function startProduct({
  demo = false,
  defaults,
  prepare,
  provider,
  gone = new Promise(() => {}),
} = {}) {
  const settings = readSettings(process.env);
  if (settings.tryOut && !provider)
    throw new CliError("OIDC_ISSUER is missing. Set it to your provider's issuer identifier.");
  await checkPorts(settings);
  if (settings.tryOut) await checkPort("OIDC_PORT", settings.tryOut.port);
  const dataDirectory = prepareDataDirectory(settings.dataDirectory);
  await prepare?.(settings);
  const env = {
    ...defaults,
    ...process.env,
    ...settings.tryOut?.ofAll,
    NODE_ENV: /** @type {const} */ ("production"),
    DATA_DIR: dataDirectory,
    PUBLIC_URL: settings.publicUrl,
    API_HOST: settings.apiHost,
    ...ownSecrets(dataDirectory),
    SESSION_STORE_URL: process.env.SESSION_STORE_URL || pathToFileURL(join(dataDirectory, "sessions")).href,
    // Shared by these two processes only, for one run.
    PROXY_SECRET: process.env.PROXY_SECRET || randomBytes(32).toString("base64url"),
    LOG_LEVEL: process.env.LOG_LEVEL || "warn",
    // A demo shows its password each time; a real start shows it once and stores only its hash.
    ADMIN_PASSWORD:
      process.env.ADMIN_PASSWORD || (demo ? readOrCreateSecret(dataDirectory, "admin-password", 9) : ""),
  };
  if (demo && !existsSync(join(dataDirectory, "database")))
    await timed("Making the sample data", () =>
      runCommand(process.execPath, [join(product, "seed.mjs"), "--demo"], {
        env,
        what: "Making the sample data",
      }),
    );
  const generated = pendingMessage(dataDirectory, "generated-password");
  const announce = () => {
    console.log(`Started in ${seconds(performance.now())}.`);
    console.log(`Hub is ready:  ${settings.address}`);
    console.log(`Username:      ${process.env.ADMIN_USER || "admin"}`);
    if (settings.tryOut)
      console.log(
        `Password:      none is asked for: sign-in goes through a provider for trying out, not for production.\n` +
          `               Set OIDC_ISSUER to your own (docs/operating/providers.md).`,
      );
    else if (generated.has())
      generated.tell((password) =>
        console.log(`Password:      ${password}   (shown this once; change it after signing in)`),
      );
    else if (demo) console.log(`Password:      ${env.ADMIN_PASSWORD}`);
    console.log("Press Ctrl-C to stop.");
  };
  await runProduct(settings, env, { announce, keepPassword: generated.keep, provider, gone });
}
