import * as z from "zod";
import { isDay, isInstant, isMonth, isTime } from "../format/calendar";
import type { RuleParams, ValidationKey } from "./messages";

// Rules for dates and times in their exchanged form (ISO 8601). All accept the empty value; invalid input arrives as typed,
// and is refused with a message rather than silently corrected (FM-06).

/** Inclusive limits, in the form of the values. */
export interface Range {
  min?: string;
  max?: string;
}

function dated(isValid: (value: string) => boolean, rule: ValidationKey, { min, max }: Range) {
  const isValidRule = (value: string) => value === "" || isValid(value);
  return (
    z
      .string()
      .trim()
      .refine(isValidRule, { params: { rule } satisfies RuleParams, abort: true })
      // ISO 8601 sorts as text.
      .refine((value) => value === "" || !min || value >= min, {
        params: { rule: "earliest", min } satisfies RuleParams,
      })
      .refine((value) => value === "" || !max || value <= max, {
        params: { rule: "latest", max } satisfies RuleParams,
      })
  );
}

/** A day, `YYYY-MM-DD`, or empty. */
export function day(range: Range = {}) {
  return dated(isDay, "day", range);
}

/** A time of day, `HH:mm`, or empty. */
export function time(range: Range = {}) {
  return dated(isTime, "time", range);
}

/** A month, `YYYY-MM`, or empty. */
export function month(range: Range = {}) {
  return dated(isMonth, "month", range);
}

/** A year as a number; its limits are texts, as for the others. */
export function year({ min = "1000", max = "9999" }: Range = {}) {
  return z
    .int()
    .refine((value) => value >= Number(min), { params: { rule: "earliest", min } satisfies RuleParams })
    .refine((value) => value <= Number(max), { params: { rule: "latest", max } satisfies RuleParams });
}

/** An instant in UTC with milliseconds, `2026-03-01T09:30:00.000Z`, or empty. */
export function dateTime(range: Range = {}) {
  return dated(isInstant, "moment", range);
}
