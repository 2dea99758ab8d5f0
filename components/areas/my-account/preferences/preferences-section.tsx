"use client";
import { useLocale, useTranslations } from "next-intl";
import { type FormatName, useFormatExample } from "@/components/resource/fields/format-example";
import { SelectField } from "@/components/resource/fields/select-field";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { CheckboxField, FieldRow } from "@/components/resource/form/fields";
import { FormSection } from "@/components/resource/form/form-section";
import { usePreferences } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { languageNames } from "@/lib/i18n/language";
import {
  longDateFormats,
  longTimeFormats,
  type Preferences,
  shortDateFormats,
  shortTimeFormats,
} from "@/lib/preferences/preferences";
import { preferencesSchema } from "@/lib/preferences/schema";
import { Appearance } from "./appearance";
import { FormatPreview } from "./format-preview";
import { TimeZoneField } from "./time-zone-field";
import { useChosen } from "./use-chosen";
import { useSavePreferences } from "./use-save-preferences";

interface StoredPreferences extends Preferences {
  version: number;
}

// Preferences have no versions: of two windows, the last one to save counts.
const version = 0;
const valuesOf = ({ version: _, ...preferences }: StoredPreferences): Preferences => preferences;

/** How the product speaks to the user and shows dates and times (PR-01). */
export default function PreferencesSection() {
  const t = useTranslations("my-account.preferences");
  const { languages } = usePublicConfig();
  // Who never chose a language has the one that the browser asked for.
  const languageSymbol = useLocale();
  const record = { ...usePreferences(), languageSymbol, version };
  const { save, show } = useSavePreferences();
  return (
    <>
      <FormSection
        id="preferences"
        title={t("title")}
        description={t("description")}
        schema={preferencesSchema}
        record={record}
        valuesOf={valuesOf}
        label={useFieldLabel("my-account")}
        save={async (preferences) => {
          await save(preferences);
          return { ...preferences, version };
        }}
        onSaved={async (stored) => stored && show(valuesOf(stored))}
        quiet
        canEdit
      >
        <FieldRow>
          <SelectField
            name="languageSymbol"
            required
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <TimeZoneField name="timezone" />
        </FieldRow>
        <FieldRow>
          <FormatField name="longDateFormat" formats={longDateFormats} />
          <FormatField name="shortDateFormat" formats={shortDateFormats} />
        </FieldRow>
        <FieldRow>
          <FormatField name="longTimeFormat" formats={longTimeFormats} />
          <FormatField name="shortTimeFormat" formats={shortTimeFormats} />
        </FieldRow>
        <FormatPreview />
        <CheckboxField name="subTabsExpanded" help={t("subTabsHelp")} />
      </FormSection>
      <Appearance />
    </>
  );
}

interface FormatFieldProps {
  name: FormatName;
  formats: readonly string[];
}

/** A choice of formats, each shown by an example in the chosen language. */
function FormatField({ name, formats }: FormatFieldProps) {
  const example = useFormatExample(useChosen().languageSymbol);
  const options = formats.map((pattern) => ({ value: pattern, label: example(name, pattern) }));
  return <SelectField name={name} required options={options} />;
}
