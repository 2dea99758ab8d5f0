"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { FormSection } from "@/components/resource/form/form-section";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { previewName } from "@/lib/client/theme/preview";
import { contract } from "@/lib/contract";
import { type OrganisationSettings, organisationSettingsEdit } from "@/lib/contract/organisation-settings";

const { save } = contract["organisation-settings"];

type Values = Pick<OrganisationSettings, "companyName">;

const valuesOf = ({ companyName }: OrganisationSettings): Values => ({ companyName });

/** The organisation's name, which the frame shows as it is typed; the same field as in its data (OR-01). */
export function NameSection({ settings }: { settings: OrganisationSettings }) {
  const t = useTranslations("organisation-settings.appearance");
  const client = useQueryClient();
  const { has } = usePermissions();
  return (
    <FormSection<Values, OrganisationSettings>
      id="name"
      title={t("name")}
      schema={organisationSettingsEdit.pick({ companyName: true, version: true })}
      record={settings}
      valuesOf={valuesOf}
      label={useFieldLabel("organisation-settings")}
      save={(values, version) => call(save, { body: { ...values, version } })}
      onSaved={() => invalidateAreas(client, save.affects)}
      canEdit={has("OrganisationSettingView_EditAction")}
    >
      <TextField name="companyName" required autoComplete="organization" />
      <NamePreview />
    </FormSection>
  );
}

function NamePreview() {
  const { editing } = useFormContextValue();
  const { companyName } = useWatch<Partial<Values>>();
  useEffect(() => {
    if (!editing) return;
    previewName(companyName?.trim());
    return () => previewName(undefined);
  }, [editing, companyName]);
  return null;
}
