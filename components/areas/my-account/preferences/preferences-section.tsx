"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useMemo, useSyncExternalStore } from "react";
import { useWatch } from "react-hook-form";
import { type FormatName, useFormatExample } from "@/components/resource/fields/format-example";
import { PickerField } from "@/components/resource/fields/picker/picker-field";
import type { PickerSource } from "@/components/resource/fields/picker/source";
import { SelectField } from "@/components/resource/fields/select-field";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { CheckboxField, FieldRow } from "@/components/resource/form/fields";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { FormSection } from "@/components/resource/form/form-section";
import { SectionCard } from "@/components/resource/form/section-card";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { RadioGroup } from "@/components/ui/radio-group";
import { Switch } from "@/components/ui/switch";
import { singleKeysSetting } from "@/components/ui/use-single-keys";
import { serverNow } from "@/lib/client/api/server-clock";
import { usePreferences } from "@/lib/client/permissions";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";
import { usePublicConfig } from "@/lib/client/public-config";
import { flag } from "@/lib/client/readers";
import { useTheme } from "@/lib/client/theme/theme-provider";
import { createFormat } from "@/lib/format/format";
import { languageNames } from "@/lib/i18n/language";
import {
  defaultPreferences,
  longDateFormats,
  longTimeFormats,
  type Preferences,
  shortDateFormats,
  shortTimeFormats,
} from "@/lib/preferences/preferences";
import { browserTimeZone } from "@/lib/preferences/time-zone";
import { preferencesSchema } from "@/lib/settings/schema";
import { isTheme, themes } from "@/lib/theme/theme";
import { useSavePreferences } from "./use-save-preferences";
import { findZones, zoneText } from "./zones";

/** IANA time zone, found by city, region or offset; empty follows the browser. */
function TimeZoneField({ name }: { name: string }) {
  const t = useTranslations("my-account.preferences");
  const { timezone } = useChosen();
  const here = useSyncExternalStore(
    () => () => {},
    browserTimeZone,
    () => "",
  );
  const known = useMemo(
    () => (timezone ? [{ id: timezone, text: zoneText(timezone, serverNow()) }] : []),
    [timezone],
  );
  const zone = here && zoneText(here, serverNow());
  return (
    <PickerField
      name={name}
      source={zones}
      known={known}
      nothing={t("browserTimeZone", { zone })}
      placeholder={zone}
      help={t("timeZoneHelp")}
    />
  );
}

const zones: PickerSource = async (phrase, limit) => {
  const { found, total } = findZones(phrase, limit, { here: browserTimeZone(), now: serverNow() });
  return { options: found.map(({ name, text }) => ({ id: name, text })), total };
};

interface StoredPreferences extends Preferences {
  version: number;
}

// Preferences have no versions: the last save wins.
const version = 0;
const valuesOf = ({ version: _, ...preferences }: StoredPreferences): Preferences => preferences;

/** Language, date and time formats of the user (PR-01). */
export default function PreferencesSection() {
  const t = useTranslations("my-account.preferences");
  const { languages } = usePublicConfig();
  // Without a stored choice, the browser's language applies.
  const languageSymbol = useLocale();
  const record = { ...usePreferences(), languageSymbol, version };
  const { save, show } = useSavePreferences();
  return (
    <SectionsColumn
      aside={
        <>
          <Appearance />
          <Keyboard />
        </>
      }
    >
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
    </SectionsColumn>
  );
}

interface FormatFieldProps {
  name: FormatName;
  formats: readonly string[];
}

/** Format selection with examples in the chosen language. */
function FormatField({ name, formats }: FormatFieldProps) {
  const example = useFormatExample(useChosen().languageSymbol);
  const options = formats.map((pattern) => ({ value: pattern, label: example(name, pattern) }));
  return <SelectField name={name} required options={options} />;
}

const second = 1000;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, second);
  return () => clearInterval(timer);
}

const thisSecond = () => Math.floor(serverNow() / second) * second;

/** Current time and a number in the chosen formats; empty on the server, since its clock and zone differ. */
function FormatPreview() {
  const t = useTranslations("my-account.preferences");
  const chosen = useChosen();
  const now = useSyncExternalStore(subscribe, thisSecond, () => undefined);
  const format = useMemo(() => {
    const timeZone = chosen.timezone || browserTimeZone();
    return createFormat({ preferences: chosen, language: chosen.languageSymbol, timeZone });
  }, [chosen]);
  const moment = now === undefined ? undefined : new Date(now).toISOString();
  const rows = [
    [t("nowLong"), format.longDateTime(moment)],
    [t("nowShort"), format.dateTime(moment)],
    [t("number"), format.number(1234567.89)],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded bg-background px-3 py-2 text-sm tabular-nums">
      {rows.map(([label, text]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-h-5 break-words">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Values of the form, or the stored ones while not editing; incomplete values use the default. */
function useChosen(): Preferences {
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

/** Theme of this browser, applied immediately (PR-03). */
function Appearance() {
  const t = useTranslations("my-account.appearance");
  const names = useTranslations("shell.theme");
  const { theme, setTheme } = useTheme();
  const titleId = useId();
  return (
    <SectionCard title={t("title")} titleId={titleId} description={t("description")}>
      <RadioGroup
        label={t("theme")}
        value={theme}
        onValueChange={(value) => isTheme(value) && setTheme(value)}
        options={themes.map((value) => ({ value, label: names(value) }))}
      />
    </SectionCard>
  );
}

/** Speech input and hand tremor trigger single-character shortcuts unintentionally (WCAG 2.1.4). */
function Keyboard() {
  const t = useTranslations("my-account.keyboard");
  const [isOn, setOn] = useUserSetting(singleKeysSetting, flag, true);
  const titleId = useId();
  return (
    <SectionCard title={t("title")} titleId={titleId} description={t("description")}>
      <Switch
        label={t("singleKeys")}
        checked={isOn}
        onChange={({ target }) => setOn(target.checked ? null : false)}
      />
    </SectionCard>
  );
}
