import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { signInPage, signOutPage } from "./try-out-pages.mjs";

/**
 * A certified OpenID provider for demos and tests, in memory: anyone can sign in under any name.
 * @typedef {object} TryOutOptions
 * @property {string} issuer its own address
 * @property {string} audience audience of its access tokens
 * @property {import("oidc-provider").ClientMetadata[]} clients
 * @property {number} [accessTokenSeconds]
 * @property {(name: string) => Record<string, unknown>} [claimsOf] claims in ID token and access token
 */

/** Resource of access tokens, in the form required by RFC 8707; `aud` is still the configured audience. */
const resource = "urn:hub:api";

/**
 * The claims of a user named `name`: their e-mail address, or one derived from the name, and the groups appended to it, as in
 * `ada+sales`.
 * @param {string} name
 * @returns {Record<string, unknown>}
 */
export function claimsOfName(name) {
  const email = name.includes("@") ? name : `${name}@localhost`;
  const [, ...groups] = name.replace(/@.*/, "").split("+");
  return { preferred_username: name, name, email, email_verified: true, groups };
}

/** Creates a signing key. @param {string} kid @param {string} [alg] */
export async function signingKey(kid, alg = "RS256") {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg, use: "sig" };
}

/**
 * @param {TryOutOptions} options
 * @param {import("oidc-provider").Configuration} [more] overrides, for tests
 * @returns {Promise<Provider>}
 */
export async function tryOutProvider(
  { issuer, audience, clients, accessTokenSeconds = 300, claimsOf = claimsOfName },
  more = {},
) {
  const day = 24 * 60 * 60;
  const { features, ...rest } = more;
  const provider = new Provider(issuer, {
    clients,
    jwks: { keys: [await signingKey("1")] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    claims: { openid: ["sub"], profile: ["preferred_username", "name"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    scopes: ["openid", "profile", "email", "offline_access"],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf(id) }) }),
    extraTokenClaims: (_, token) =>
      "accountId" in token && token.accountId ? claimsOf(String(token.accountId)) : undefined,
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: grantEverything,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      Grant: day,
      RefreshToken: day,
      Session: day,
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: signOutPage },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: "",
          audience,
          accessTokenFormat: "jwt",
          accessTokenTTL: accessTokenSeconds,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
      ...features,
    },
    ...rest,
  });
  provider.use(interactions(provider));
  return provider;
}

/**
 * Grants all scopes without asking: the product is the users' own.
 * @param {import("oidc-provider").KoaContextWithOIDC} ctx
 */
async function grantEverything({ oidc }) {
  const { client, session, provider, result } = oidc;
  if (!client || !session) return undefined;
  const known = result?.consent?.grantId || session.grantIdFor(client.clientId);
  const found = known ? await provider.Grant.find(known) : undefined;
  if (found && found.accountId === session.accountId) return found;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid profile email offline_access");
  await grant.save();
  return grant;
}

const maxFormBytes = 10_000;

/**
 * The sign-in page.
 * @param {Provider} provider
 * @returns {Parameters<Provider["use"]>[0]}
 */
function interactions(provider) {
  return async (ctx, next) => {
    if (!/^\/interaction\/[\w-]+$/.test(ctx.path)) return next();
    ctx.set("cache-control", "no-store");
    const { prompt } = await provider.interactionDetails(ctx.req, ctx.res);
    if (ctx.method !== "POST") {
      ctx.type = "html";
      ctx.body = signInPage(prompt.name);
      return undefined;
    }
    let text = "";
    for await (const part of ctx.req) {
      text += part;
      if (text.length > maxFormBytes) ctx.throw(413);
    }
    const form = new URLSearchParams(text);
    const name = (form.get("name") ?? "").trim().slice(0, 200);
    const cancelled = form.has("cancel");
    const result = cancelled
      ? { error: "access_denied", error_description: "The sign-in was canceled." }
      : { login: { accountId: name, remember: true } };
    if (!cancelled && !name) return ctx.redirect(ctx.path);
    ctx.respond = false;
    await provider.interactionFinished(ctx.req, ctx.res, result);
    return undefined;
  };
}
