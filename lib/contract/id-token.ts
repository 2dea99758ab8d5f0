import type { ErrorCode } from "./errors";

/**
 * Beside an access token: the ID token that came with it. Providers tell in it who somebody is, also those whose access
 * tokens say nothing of it and are for this API alone, so that user info is refused for them (RFC 8707).
 */
export const idTokenHeader = "x-id-token";

/** Why somebody is refused whom the provider vouches for: they are nobody here, or it does not say who they are. */
export const admissionRefusals = {
  unknown: "notAdmitted",
  unidentified: "userInfoRefused",
} as const satisfies Record<string, ErrorCode>;
