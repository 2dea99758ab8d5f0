import type { ErrorCode } from "./errors";
import { admissionRefusals } from "./id-token";

/** Refuses a session of a removed user. */
export const accountRemoved = "accountRemoved" satisfies ErrorCode;

/** Refuses a suspended user (US-06). */
export const accountSuspended = "accountSuspended" satisfies ErrorCode;

/** Error codes for a user without access, for every way of signing in. */
export const accountEndedCodes: readonly string[] = [
  accountRemoved,
  accountSuspended,
  ...Object.values(admissionRefusals),
];
