import type { JWTPayload } from "jose";
import { printable, refusalText } from "@/lib/server/oidc/provider-error";
import type { ProviderResponse } from "./ask-provider";

/** A provider's claims about a token's subject, or the reason why it gives none. */
export type UserInfo = { claims: JWTPayload } | { refusal: string };

/**
 * Reads a response of the user info endpoint (OpenID Connect Core 1.0, section 5.3); missing claims do not invalidate a
 * token.
 * @param verify verifies a signed JWT, the format of some responses
 */
export async function userInfoIn(
  { status, body, text, challenge }: ProviderResponse,
  token: string,
  verify: (jwt: string) => Promise<JWTPayload>,
): Promise<UserInfo | undefined> {
  if (status === 404) return undefined;
  if (status !== 200) return { refusal: `user info answered ${status}${reasonIn(body, challenge, token)}` };
  if (isObject(body)) return { claims: body };
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text.trim())) return { refusal: "user info is no JSON" };
  try {
    return { claims: await verify(text.trim()) };
  } catch (error) {
    return { refusal: `user info is signed, and ${error instanceof Error ? error.message : error}` };
  }
}

/** In the header, as in the standard, or in the body, where many providers put it. */
function reasonIn(body: unknown, challenge: string, token: string): string {
  if (isObject(body) && typeof body.error === "string") {
    const { error, error_description: description } = body;
    const said = { error, ...(typeof description === "string" && { error_description: description }) };
    return `: ${refusalText(said, [token])}`;
  }
  return challenge && `: ${printable(challenge, [token], 300)}`;
}

function isObject(value: unknown): value is JWTPayload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
