import * as z from "zod";
import type { Preferences } from "../preferences/preferences";
import type { RuleParams } from "../validation/messages";
import { preferencesSchema } from "./schema";
import { maxSettingsChanged, settingLength, settingLimits, settingName } from "./setting-limits";

// Besides preferences, views store arrangements (columns, saved views) as settings under their own names.

/** Settings to save by name: missing ones stay unchanged, null deletes one. */
export type SettingsChange = { [Name in keyof Preferences]?: Preferences[Name] | null } & {
  /** Sent with a time zone, and not stored. */
  timezoneOffset?: number;
  [other: string]: string | number | boolean | null | undefined;
};

const { subTabsExpanded, timezone } = preferencesSchema.shape;

const settingsObject = z
  .object({
    ...preferencesSchema.partial().shape,
    // Responses contain texts, so that clients may send them back unchanged.
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

/** Counted before validation: otherwise each of a hundred thousand settings would be checked, and each error formatted. */
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
