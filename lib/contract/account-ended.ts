import type { ErrorCode } from "./errors";
import { admissionRefusals } from "./id-token";

/** Nobody is signed in, because the user whose session it was is one here no longer. */
export const accountRemoved = "accountRemoved" satisfies ErrorCode;

/** What the API answers every call with whose caller was a user and is not one any more, whichever way they signed in. */
export const accountEndedCodes: readonly string[] = [accountRemoved, ...Object.values(admissionRefusals)];
