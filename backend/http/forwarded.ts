import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { webSessionHeader } from "../../lib/contract/web-session";
import { secretsOf } from "../../lib/server/config/secret-list";
import { proxySecretHeader } from "../../lib/server/http/proxy-secret";

const forwarded = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  webSessionHeader,
];

/**
 * Trusts forwarded headers and session names only with the secret that the web processes share with the API, because
 * addresses do not distinguish them from other programs on the same machine.
 * @param secret unset: only the addresses in `TRUST_PROXY` decide; each of several is accepted, see `secretsOf`
 */
export function trustProxySecret(app: FastifyInstance, secret: string | undefined): void {
  if (secret === undefined) return;
  const expected = secretsOf(secret).map(digestOf);
  app.addHook("onRequest", async ({ raw: { headers } }) => {
    const given = headers[proxySecretHeader];
    const isProven =
      typeof given === "string" && expected.some((each) => timingSafeEqual(digestOf(given), each));
    if (!isProven) for (const name of forwarded) delete headers[name];
    delete headers[proxySecretHeader];
  });
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();
