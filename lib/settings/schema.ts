import * as z from "zod";
import {
  languages,
  longDateFormats,
  longTimeFormats,
  type Preferences,
  shortDateFormats,
  shortTimeFormats,
} from "../preferences/preferences";
import { isTimeZone } from "../preferences/time-zone";
import type { RuleParams } from "../validation/messages";

/** Schema of saved preferences; separate from their values, which every page of the browser needs. */
export const preferencesSchema = z.object({
  languageSymbol: z.enum(languages),
  longDateFormat: z.enum(longDateFormats),
  longTimeFormat: z.enum(longTimeFormats),
  shortDateFormat: z.enum(shortDateFormats),
  shortTimeFormat: z.enum(shortTimeFormats),
  subTabsExpanded: z.boolean(),
  timezone: z
    .string()
    .max(100)
    .refine((name) => name === "" || isTimeZone(name), { params: { rule: "timezone" } satisfies RuleParams }),
}) satisfies z.ZodType<Preferences>;
