import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import { exactText } from "../validation/text";

/** At least 8 characters, as OWASP ASVS 5.0 V6.2.1 requires; limited to avoid wasteful hashing. */
export const maxPasswordLength = 256;
export const newPassword = exactText(8, maxPasswordLength);

/** A password set by an administrator for another user, or by the holder of a link. */
export const setPassword = z
  .object({
    password: newPassword,
    /** Required only by forms that show the field. */
    passwordRepeat: z.string().max(maxPasswordLength).optional(),
    /** False keeps the account's API keys valid; beyond the specification. */
    endApiKeys: z.boolean().default(true),
  })
  .refine(({ password, passwordRepeat = password }) => password === passwordRepeat, {
    path: ["passwordRepeat"],
    params: { rule: "passwordMatch" } satisfies RuleParams,
  });
