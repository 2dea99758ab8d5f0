import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { proxySecretHeader } from "../../lib/server/http/proxy-secret";

const forwarded = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * Believes what a request says about whom it comes from only where it brings the secret that the web processes share with
 * the API. Addresses alone do not tell them from other programs of the same machine.
 * @param secret unset: the addresses in `TRUST_PROXY` alone decide
 */
export function believeWebProcess(app: FastifyInstance, secret: string | undefined): void {
  if (secret === undefined) return;
  const expected = digestOf(secret);
  app.addHook("onRequest", async ({ raw: { headers } }) => {
    const given = headers[proxySecretHeader];
    const isProven = typeof given === "string" && timingSafeEqual(digestOf(given), expected);
    if (!isProven) for (const name of forwarded) delete headers[name];
    delete headers[proxySecretHeader];
  });
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();
