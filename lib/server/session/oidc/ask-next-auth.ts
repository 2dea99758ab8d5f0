import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type AuthOptions } from "next-auth";

interface NextAuthRequest {
  method: "GET" | "POST";
  action: "signin" | "callback";
  query: Record<string, string>;
  cookies: Record<string, string>;
  body?: Record<string, string>;
}

/** Sends next-auth one request as it gets them from Next's API routes, without data of the browser's request. */
export async function askNextAuth(
  provider: { publicUrl: URL; prefix: string; providerId: string },
  options: AuthOptions,
  { method, action, query, cookies, body }: NextAuthRequest,
): Promise<{ location?: string; cookies: Record<string, string> }> {
  // next-auth would use this one address for the whole process; each request sets its own instead.
  delete process.env.NEXTAUTH_URL;
  process.env.AUTH_TRUST_HOST = "1";
  const headers = {
    "x-forwarded-proto": provider.publicUrl.protocol.replace(":", ""),
    "x-forwarded-host": `${provider.publicUrl.host}${provider.prefix}/api/auth`,
  };
  const request = {
    method,
    headers,
    cookies,
    body,
    query: { ...query, nextauth: [action, provider.providerId] },
  };
  const set = new Map<string, unknown>();
  const response = {
    status: () => response,
    getHeader: (name: string) => set.get(name),
    setHeader: (name: string, value: unknown) => {
      set.set(name, value);
      return response;
    },
    end: () => response,
    json: () => response,
    send: () => response,
  };
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  const location = set.get("Location");
  const lines = set.get("Set-Cookie");
  return {
    location: typeof location === "string" ? location : undefined,
    cookies: Object.fromEntries(Array.isArray(lines) ? lines.map(pairOf) : []),
  };
}

function pairOf(line: unknown): [name: string, value: string] {
  const [pair = ""] = String(line).split(";");
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}
