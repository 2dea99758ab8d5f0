import type { ErrorCode } from "./errors";
import { admissionRefusals } from "./id-token";

/** Refuses a session whose user was removed. */
export const accountRemoved = "accountRemoved" satisfies ErrorCode;

/** Error codes for a caller whose user was removed, for every way of signing in. */
export const accountEndedCodes: readonly string[] = [accountRemoved, ...Object.values(admissionRefusals)];
