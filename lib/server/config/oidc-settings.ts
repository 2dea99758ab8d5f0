import * as z from "zod";
import { type ClientKey, readClientKey } from "./client-key";

/** Settings of sign-in through an OpenID provider (AU-01). */
export interface OidcSettings {
  /** The provider's issuer; `{tenant}` in it is replaced by the tenant's identifier. */
  issuer: string;
  clientId: string;
  /** Undefined for a public client, and for one with a key instead. */
  clientSecret?: string;
  clientKey?: ClientKey;
  scope: string;
  /** Resource of access tokens, for providers that require it (RFC 8707). */
  resource?: string;
  /** Additional parameters of the authorization request, such as `prompt` or `audience`. */
  parameters: Readonly<Record<string, string>>;
  /** Whether each tenant has its own redirect address, or all share one. */
  redirect: "each" | "shared";
}

const placeholder = "{tenant}";

/** Parameters that are generated for each sign-in. */
const reserved = ["client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce"];

const isIssuer = (text: string) => {
  const filled = text.replaceAll(placeholder, "tenant");
  if (!URL.canParse(filled)) return false;
  const { protocol, search, hash, username } = new URL(filled);
  return /^https?:$/.test(protocol) && !search && !hash && !username;
};

const isScope = (text: string) =>
  text.split(" ").includes("openid") && /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text);

const isParameters = (text: string) =>
  [...new URLSearchParams(text).keys()].every(
    (name) => name !== "" && !reserved.includes(name) && !name.startsWith("code_"),
  );

/** Environment settings of sign-in through a provider; {@link readOidc} checks the required ones. */
export const oidcEnvironment = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, "must be the provider's http or https address, without query")
    .optional(),
  OIDC_CLIENT_ID: z.string().max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().max(500).optional(),
  OIDC_CLIENT_KEY: z.string().optional(),
  OIDC_CLIENT_KEY_ID: z.string().max(500).optional(),
  OIDC_CLIENT_KEY_AUDIENCE: z
    .enum(["token_endpoint", "issuer"], "must be token_endpoint or issuer")
    .default("token_endpoint"),
  OIDC_SCOPE: z
    .string()
    .refine(isScope, "must be scopes with one space between them, openid among them")
    .default("openid profile"),
  OIDC_RESOURCE: z.url("must be an absolute address, as RFC 8707 wants it").optional(),
  OIDC_PARAMETERS: z
    .string()
    .refine(isParameters, `must be like prompt=consent&audience=hub, without ${reserved.join(", ")}`)
    .default(""),
  OIDC_REDIRECT: z.enum(["each", "shared"], "must be each or shared").default("each"),
};

type Environment = z.output<z.ZodObject<typeof oidcEnvironment>>;

/** @param fail throws with a line that names the missing setting */
export function readOidc(
  given: Environment,
  multiTenancy: boolean,
  fail: (line: string) => never,
): OidcSettings {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = given;
  if (!issuer) return fail("OIDC_ISSUER must be set while AUTH_MODE is oidc");
  if (!clientId) return fail("OIDC_CLIENT_ID must be set while AUTH_MODE is oidc");
  if (!multiTenancy && issuer.includes(placeholder))
    return fail("OIDC_ISSUER must not contain {tenant} while MULTI_TENANCY is off");
  return {
    issuer,
    clientId,
    clientSecret: given.OIDC_CLIENT_SECRET,
    clientKey: given.OIDC_CLIENT_KEY === undefined ? undefined : loadKey(given.OIDC_CLIENT_KEY, given, fail),
    scope: given.OIDC_SCOPE,
    resource: given.OIDC_RESOURCE,
    parameters: Object.fromEntries(new URLSearchParams(given.OIDC_PARAMETERS)),
    redirect: given.OIDC_REDIRECT,
  };
}

function loadKey(path: string, given: Environment, fail: (line: string) => never): ClientKey {
  try {
    const key = readClientKey(path, given.OIDC_CLIENT_KEY_ID);
    if (key) return { ...key, audience: given.OIDC_CLIENT_KEY_AUDIENCE };
  } catch {
    // reported below
  }
  return fail("OIDC_CLIENT_KEY must be a file with a private key, as PEM or JWK, and its certificate if any");
}

/** The issuer of a tenant. */
export function issuerOf({ issuer }: Pick<OidcSettings, "issuer">, tenant: string | undefined): string {
  return tenant === undefined ? issuer : issuer.replaceAll(placeholder, tenant);
}

/** Whether an issuer names one provider, not a pattern: such an address is never requested. */
export const isWhole = (issuer: string) => !issuer.includes(placeholder);

/** The tenant with this issuer; undefined if all tenants share one, or none has it. */
export function tenantOfIssuer({ issuer }: Pick<OidcSettings, "issuer">, named: string): string | undefined {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const [before = "", ...after] = issuer.replace(/\/$/, "").split(placeholder).map(literal);
  if (after.length === 0) return undefined;
  const pattern = new RegExp(`^${before}([a-z0-9-]{1,63})${after.join("\\1")}/?$`, "i");
  return pattern.exec(named)?.[1]?.toLowerCase();
}

/** Compares issuers, ignoring a trailing slash, which is easily left out. */
export function sameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}
