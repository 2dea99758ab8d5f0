import { join } from "node:path";
import { Child } from "./child.mjs";
import { CliError } from "./cli-error.mjs";
import { product } from "./root.mjs";

/** Milliseconds after which a slow start prints the output of its processes. */
const slowStart = 10_000;

/**
 * Keeps the embedded database small (docs/decisions/0099). Returns memory of its
 * compilation to the system: GNU's allocator otherwise keeps up to 64 MB for each thread.
 */
const embedded = {
  parameters: ["--max-semi-space-size=8", "--v8-pool-size=2"],
  env: { MALLOC_TRIM_THRESHOLD_: String(128 * 1024) },
};

/**
 * Runs API and web until a signal stops them, their parent is gone, or one of them ends.
 * @param {import("./settings.mjs").Settings} settings
 * @param {NodeJS.ProcessEnv} env
 * @param {{ announce(): void, keepPassword(generated: string): void, provider?: string, gone: Promise<void> }} options `announce` is called once
 * both are ready; `keepPassword` with the first user's password, once generated: it cannot be read later; `provider`
 * is the script of the demo provider; `gone` resolves when the parent is gone
 * @throws {CliError} if one of them ended unexpectedly; the other has been stopped then
 */
export async function runProduct(settings, env, { announce, keepPassword, provider: script, gone }) {
  const signal = Promise.race([nextSignal(), gone]);
  const { tryOut } = settings;
  const provider =
    tryOut && script ? new Child("try-out provider", [script], { ...env, ...tryOut.ofProvider }) : undefined;
  // Each process gets only the secrets it needs.
  const isEmbedded = !env.DATABASE_URL;
  // No other process could take over meanwhile.
  env = { ...env, DRAIN_SECONDS: "0" };
  const apiEnv = {
    ...(isEmbedded && embedded.env),
    ...env,
    SESSION_SECRET: undefined,
    OIDC_CLIENT_SECRET: undefined,
  };
  const program = (/** @type {string} */ name) => join(product, `${name}.mjs`);
  const api = new Child("API", [...(isEmbedded ? embedded.parameters : []), program("api")], apiEnv, {
    line: /^Administrator: \S+ \/ (\S+)$/,
    keep: keepPassword,
  });
  const web = new Child("web process", [program("web")], {
    ...env,
    API_URL: settings.apiUrl,
    ADMIN_PASSWORD: undefined,
    ENCRYPTION_SECRET: undefined,
    DATABASE_URL: undefined,
    DATABASE_DIRECT_URL: undefined,
    SMTP_URL: undefined,
  });
  const children = [api, web, ...(provider ? [provider] : [])];
  const ended = Promise.race(children.map((child) => child.ended.then((reason) => ({ child, reason }))));
  const ready = Promise.all([
    // The web process is not ready without the API, and would report that.
    api.ready(`${settings.apiProbe}/ready`).then(() => web.ready(`${settings.probe}/ready`)),
    provider?.ready(`${tryOut?.issuer}/.well-known/openid-configuration`),
  ]);

  const slow = setTimeout(() => children.map((child) => child.release()), slowStart);

  const first = await Promise.race([ready.then(() => "ready"), ended, signal]);
  clearTimeout(slow);
  if (first === "ready") {
    api.release();
    provider?.release();
    // Next.js reports that it has read its settings.
    web.release({ onlyComplaints: true });
    announce();
  }
  const outcome = await Promise.race([ended, signal]);
  // The web process first: its pending requests need the API.
  await web.stop();
  await api.stop();
  await provider?.stop();
  if (!outcome) return;
  const { child, reason } = outcome;
  if (first === "ready")
    throw new CliError(`The ${child.name} has ended by itself (${reason}), so all is stopped.`);
  // Its own one-line message explains the failed start.
  const hasMessage = child.complained;
  child.release({ onlyComplaints: hasMessage });
  throw new CliError(hasMessage ? "" : `The ${child.name} could not be started (${reason}).`);
}

/** @returns {Promise<undefined>} */
function nextSignal() {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(name, () => resolve(undefined));
  });
}
