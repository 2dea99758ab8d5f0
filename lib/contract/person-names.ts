import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import { requiredText, text } from "../validation/text";

/** A name or nothing, as users can be made without; blanks are neither. */
export const keptName = z
  .string()
  .refine((name) => name === "" || name.trim() !== "", { params: { rule: "required" } satisfies RuleParams })
  .pipe(text(100));

/** The names of a person in a form: required of whoever has them, as users can be made without. */
export function namesOf(stored: { firstName: string; lastName: string }) {
  return {
    firstName: stored.firstName === "" ? text(100) : requiredText(100),
    lastName: stored.lastName === "" ? text(100) : requiredText(100),
  };
}
