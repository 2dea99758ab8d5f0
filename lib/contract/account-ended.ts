import type { ErrorCode } from "./errors";
import { admissionRefusals } from "./id-token";

/** Refuses a session of a removed user. */
export const accountRemoved = "accountRemoved" satisfies ErrorCode;

/** Error codes for a removed user, for every way of signing in. */
export const accountEndedCodes: readonly string[] = [accountRemoved, ...Object.values(admissionRefusals)];
