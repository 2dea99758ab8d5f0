"use client";
import { useLocale } from "next-intl";
import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { defaultPreferences, type Preferences } from "@/lib/preferences/preferences";
import { preferencesSchema } from "@/lib/preferences/schema";

/** What is chosen in the form, or stored while it is not edited; while a value is not complete, its default. */
export function useChosen(): Preferences {
  const { editing, stored } = useFormContextValue();
  const typed = useWatch();
  const language = useLocale();
  return useMemo(() => {
    const given: Record<string, unknown> = { ...stored, ...(editing ? typed : {}) };
    const chosen: Record<string, unknown> = { ...defaultPreferences, languageSymbol: language };
    for (const [name, schema] of Object.entries(preferencesSchema.shape)) {
      const { success, data } = schema.safeParse(given[name]);
      if (success) chosen[name] = data;
    }
    return chosen as Preferences;
  }, [editing, stored, typed, language]);
}
