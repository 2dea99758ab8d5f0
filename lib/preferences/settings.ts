import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import type { Preferences } from "./preferences";
import { preferencesSchema } from "./schema";
import { maxSettingsChanged, settingLength, settingLimits, settingName } from "./setting-limits";

// Besides the preferences, views keep what a user arranged (columns, saved views) as settings under names of their own.

/** Settings by name, as they are saved: those left out stay, null forgets one. */
export type SettingsChange = { [Name in keyof Preferences]?: Preferences[Name] | null } & {
  /** Sent with a time zone, and not kept. */
  timezoneOffset?: number;
  [other: string]: string | number | boolean | null | undefined;
};

const { subTabsExpanded, timezone } = preferencesSchema.shape;

const settingsObject = z
  .object({
    ...preferencesSchema.partial().shape,
    // Settings are answered as texts, so that a client may send back what it got.
    subTabsExpanded: z
      .union([subTabsExpanded, z.enum(["true", "false"]).transform((text) => text === "true")])
      .optional(),
    timezone: timezone.nullish(),
    timezoneOffset: z.number().optional(),
  })
  .catchall(z.string().max(settingLength).nullable() as unknown as z.ZodType<never>)
  .superRefine((settings, context) => {
    for (const name of Object.keys(settings))
      if (!settingName.test(name))
        context.addIssue({
          code: "custom",
          path: [name],
          params: { rule: "settingName" } satisfies RuleParams,
        });
  });

/** Counted before anything else is looked at: each of a hundred thousand would be checked, and each fault be worded. */
const countedSettings = z.preprocess(
  (given, context) => {
    if (typeof given === "object" && given !== null && Object.keys(given).length > maxSettingsChanged)
      context.addIssue({
        code: "custom",
        params: { rule: "settingsLimit", ...settingLimits } satisfies RuleParams,
      });
    return given;
  },
  settingsObject.meta({ maxProperties: maxSettingsChanged, propertyNames: { maxLength: 100 } }),
);

/** The body of `PUT /user/settings`. */
export const settingsChange = countedSettings as unknown as z.ZodType<SettingsChange, SettingsChange>;
