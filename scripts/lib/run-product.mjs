import { Child } from "./child.mjs";
import { Stop } from "./stop.mjs";

/** Milliseconds after which a start that is still under way shows what the processes say. */
const silence = 10_000;

/**
 * Runs API and web until a signal stops them or one of them ends.
 * @param {import("./settings.mjs").Settings} settings
 * @param {NodeJS.ProcessEnv} env
 * @param {(generatedPassword?: string) => void} announce called once both are ready
 * @throws {Stop} when one of them ended by itself; the other has been stopped then
 */
export async function runProduct(settings, env, announce) {
  const signal = nextSignal();
  const { tryOut } = settings;
  const provider =
    tryOut && new Child("try-out provider", ["scripts/provider.mjs"], { ...env, ...tryOut.ofProvider });
  // Each gets the secrets that it works with and no others.
  const api = new Child("API", ["dist/api/server.mjs"], {
    ...env,
    SESSION_SECRET: undefined,
    OIDC_CLIENT_SECRET: undefined,
  });
  const web = new Child("web process", ["scripts/web.mjs"], {
    ...env,
    API_URL: settings.apiUrl,
    ADMIN_PASSWORD: undefined,
    DATABASE_URL: undefined,
    SMTP_URL: undefined,
  });
  const children = [api, web, ...(provider ? [provider] : [])];
  const ended = Promise.race(children.map((child) => child.ended.then((why) => ({ child, why }))));
  const ready = Promise.all([
    api.ready(`http://localhost:${settings.apiPort}/ready`),
    web.ready(`${settings.probe}/ready`),
    provider?.ready(`${tryOut?.issuer}/.well-known/openid-configuration`),
  ]);

  const slow = setTimeout(() => children.map((child) => child.release()), silence);

  const first = await Promise.race([ready.then(() => "ready"), ended, signal]);
  clearTimeout(slow);
  if (first === "ready") {
    const generatedPassword = api.take(/^Administrator: \S+ \/ (\S+)\r?\n/m);
    api.release();
    provider?.release();
    // Next.js names addresses that are not where the product is.
    web.release({ onlyComplaints: true });
    announce(generatedPassword);
  }
  const outcome = await Promise.race([ended, signal]);
  // The web process first: requests it still works on need the API.
  await web.stop();
  await api.stop();
  await provider?.stop();
  if (!outcome) return;
  const { child, why } = outcome;
  if (first === "ready") throw new Stop(`The ${child.name} has ended by itself (${why}), so all is stopped.`);
  // What it said itself is the one line that explains the failed start.
  const explained = child.complained;
  child.release({ onlyComplaints: explained });
  throw new Stop(explained ? "" : `The ${child.name} could not be started (${why}).`);
}

/** @returns {Promise<undefined>} */
function nextSignal() {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(name, () => resolve(undefined));
  });
}
