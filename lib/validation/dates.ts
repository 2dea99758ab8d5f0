import * as z from "zod";
import { isDay, isInstant, isMonth, isTime } from "./calendar";
import type { RuleParams, ValidationKey } from "./messages";

// Dates and times as they are exchanged (ISO 8601). Each rule holds for the empty value; what people typed that is
// no date arrives here as they typed it, so that it is refused with a message and never silently mended (FM-06).

/** Both ends belong to it; given in the form of the values they limit. */
export interface Range {
  min?: string;
  max?: string;
}

function dated(isValid: (value: string) => boolean, rule: ValidationKey, { min, max }: Range) {
  const holds = (value: string) => value === "" || isValid(value);
  return (
    z
      .string()
      .trim()
      .refine(holds, { params: { rule } satisfies RuleParams, abort: true })
      // ISO 8601 sorts as text.
      .refine((value) => value === "" || !min || value >= min, {
        params: { rule: "earliest", min } satisfies RuleParams,
      })
      .refine((value) => value === "" || !max || value <= max, {
        params: { rule: "latest", max } satisfies RuleParams,
      })
  );
}

/** A day, `YYYY-MM-DD`, or nothing. */
export function day(range: Range = {}) {
  return dated(isDay, "day", range);
}

/** A time of day, `HH:mm`, or nothing. */
export function time(range: Range = {}) {
  return dated(isTime, "time", range);
}

/** A month, `YYYY-MM`, or nothing. */
export function month(range: Range = {}) {
  return dated(isMonth, "month", range);
}

/** A year as a number; the limits are given as text, as those of the others are. */
export function year({ min = "1000", max = "9999" }: Range = {}) {
  return z
    .int()
    .refine((value) => value >= Number(min), { params: { rule: "earliest", min } satisfies RuleParams })
    .refine((value) => value <= Number(max), { params: { rule: "latest", max } satisfies RuleParams });
}

/** An instant in UTC with milliseconds, `2026-03-01T09:30:00.000Z`, or nothing. */
export function dateTime(range: Range = {}) {
  return dated(isInstant, "moment", range);
}
