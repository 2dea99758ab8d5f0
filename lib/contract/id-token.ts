import type { ErrorCode } from "./errors";

/**
 * Sent with an access token: its ID token. It identifies the user where the access token does not, and is for this API
 * alone, so that user info is refused for it (RFC 8707). For calls that need a recent factor it has the time of the
 * sign-in, unless the access token has (AU-12).
 */
export const idTokenHeader = "x-id-token";

/** Maximum length of both tokens together: the API reads 48 KB of headers. */
export const maxTokensLength = 40 * 1024;

/** Why a user with a valid provider sign-in is refused: unknown here, or not identified by the provider. */
export const admissionRefusals = {
  unknown: "notAdmitted",
  unidentified: "userInfoRefused",
} as const satisfies Record<string, ErrorCode>;
