import { randomBytes } from "node:crypto";
import { freePort } from "../../scripts/lib/ports.mjs";
import { tryOutProvider } from "../../scripts/lib/try-out-provider.mjs";
import { listen } from "./listen.mjs";
import { adminUser, startProduct } from "./product.mjs";

const client = { id: "hub", secret: randomBytes(32).toString("hex") };

/** Characters of an access token: typical of providers that include groups. */
const tokenSize = 4096;

/**
 * The product with a provider of large access tokens, and a signed-in user.
 * @returns {Promise<{ product: import("./product.mjs").Product, accessToken: string, cookie: string, stop():
 * Promise<void> }>}
 */
export async function startWithProvider() {
  const port = await freePort();
  const { server, origin: issuer, stop } = await listen();
  const origin = `http://localhost:${port}`;
  const groups = Array.from({ length: 150 }, () => randomBytes(12).toString("base64url"));
  const provider = await tryOutProvider({
    issuer,
    audience: "hub-api",
    accessTokenSeconds: 3600,
    claimsOf: () => ({ groups }),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: [`${origin}/api/auth/callback/oidc`],
      },
    ],
  });
  let accessToken = "";
  provider.on("grant.success", ({ body }) => {
    accessToken = String(/** @type {{ access_token?: unknown }} */ (body).access_token);
  });
  server.on("request", provider.callback());
  const product = await startProduct("", {
    PORT: String(port),
    AUTH_MODE: "oidc",
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: "hub-api",
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
  });
  const cookie = await signIn(origin);
  if (Math.abs(accessToken.length - tokenSize) > tokenSize / 10)
    throw new Error(`The access token has ${accessToken.length} characters.`);
  return {
    product,
    accessToken,
    cookie,
    stop: async () => {
      await product.stop();
      stop();
    },
  };
}

/**
 * Completes the provider's page as a browser does.
 * @param {string} origin
 * @returns {Promise<string>} the session's cookies
 */
async function signIn(origin) {
  /** @type {Map<string, Map<string, string>>} */
  const jars = new Map();
  let at = `${origin}/api/auth/sign-in/oidc`;
  /** @type {URLSearchParams | undefined} */
  let body;
  for (let steps = 0; steps < 20; steps += 1) {
    const { origin: host } = new URL(at);
    const jar = jars.get(host) ?? new Map();
    jars.set(host, jar);
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(at, {
      method: body ? "POST" : "GET",
      body,
      redirect: "manual",
      headers: { cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, pair.slice(name.length + 1));
    }
    const location = response.headers.get("location");
    body = location ? undefined : new URLSearchParams({ name: adminUser });
    if (location) at = new URL(location, at).href;
    if (location && at === `${origin}/`) return [...jar].map((pair) => pair.join("=")).join("; ");
  }
  throw new Error("Nobody could be signed in at the provider.");
}
