import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import { requiredText, text } from "../validation/text";

/** A name, or empty, as users can be created without one; not just spaces. */
export const keptName = z
  .string()
  .refine((name) => name === "" || name.trim() !== "", { params: { rule: "required" } satisfies RuleParams })
  .pipe(text(100));

/** The name fields of a form: required if the stored user has a name, since users can be created without. */
export function nameFields(stored: { firstName: string; lastName: string }) {
  return {
    firstName: stored.firstName === "" ? text(100) : requiredText(100),
    lastName: stored.lastName === "" ? text(100) : requiredText(100),
  };
}
