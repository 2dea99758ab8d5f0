import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import { exactText } from "../validation/text";

/** At least 8 characters, as OWASP ASVS 5.0 V6.2.1 asks; at most what is hashed without waste. */
export const maxPasswordLength = 256;
export const newPassword = exactText(8, maxPasswordLength);

/** What an administrator sets for somebody else. */
export const setPassword = z
  .object({
    password: newPassword,
    /** Where it is shown, which is for whoever asks for the password to decide. */
    passwordRepeat: z.string().max(maxPasswordLength).optional(),
    /** False lets the API keys of the account live on; beyond the specification. */
    endApiKeys: z.boolean().default(true),
  })
  .refine(({ password, passwordRepeat = password }) => password === passwordRepeat, {
    path: ["passwordRepeat"],
    params: { rule: "passwordMatch" } satisfies RuleParams,
  });
