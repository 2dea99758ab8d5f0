"use client";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { useFormatExample } from "@/components/resource/fields/format-example";
import { FieldRow, ReadField } from "@/components/resource/form/fields";
import { FormContextProvider } from "@/components/resource/form/form-context";
import { SectionCard } from "@/components/resource/form/section-card";
import type { UserSettings as Settings } from "@/lib/contract/users";
import { useUserLabel } from "./labels";

/** What a user chose about language, dates and times; they change it themselves, in their account. */
export function UserSettings({ settings }: { settings: Settings }) {
  const t = useTranslations("users.settings");
  const example = useFormatExample(useLocale());
  const titleId = useId();
  return (
    <SectionCard title={t("title")} titleId={titleId} description={t("description")}>
      <FormContextProvider value={{ editing: false, label: useUserLabel(), stored: { ...settings } }}>
        <div className="flex flex-col gap-4">
          <FieldRow>
            <ReadField name="languageSymbol" />
            <ReadField name="timezone">{settings.timezone || t("browserTimeZone")}</ReadField>
          </FieldRow>
          <FieldRow>
            <ReadField name="longDateFormat">{example("longDateFormat", settings.longDateFormat)}</ReadField>
            <ReadField name="shortDateFormat">
              {example("shortDateFormat", settings.shortDateFormat)}
            </ReadField>
          </FieldRow>
          <FieldRow>
            <ReadField name="longTimeFormat">{example("longTimeFormat", settings.longTimeFormat)}</ReadField>
            <ReadField name="shortTimeFormat">
              {example("shortTimeFormat", settings.shortTimeFormat)}
            </ReadField>
          </FieldRow>
        </div>
      </FormContextProvider>
    </SectionCard>
  );
}
