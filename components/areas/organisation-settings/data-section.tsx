"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Building } from "lucide-react";
import { useTranslations } from "next-intl";
import { type AvatarChange, avatarBody } from "@/components/resource/fields/avatar-change";
import { AvatarField } from "@/components/resource/fields/avatar-field";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { FieldRow, TextField } from "@/components/resource/form/fields";
import { FormSection } from "@/components/resource/form/form-section";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import { type OrganisationSettings, organisationSettingsEdit } from "@/lib/contract/organisation-settings";

const { avatar: logo, save } = contract["organisation-settings"];

type Others = "secondFactorPolicy" | "secondFactorFrom";
type Trace = "avatar" | "createdOn" | "createdBy" | "updatedOn" | "updatedBy" | "version";
interface Values extends Omit<OrganisationSettings, Trace | Others> {
  avatar: AvatarChange;
}

// The form contains the logo only if changed.
function valuesOf(settings: OrganisationSettings): Values {
  const {
    createdOn: _,
    createdBy: __,
    updatedOn: ___,
    updatedBy: ____,
    version: _____,
    secondFactorPolicy: ______,
    secondFactorFrom: _______,
    ...values
  } = settings;
  return { ...values, avatar: undefined };
}

/** Names, logo and addresses of the organisation. */
export default function DataSection({ settings }: { settings: OrganisationSettings }) {
  const t = useTranslations("organisation-settings.data");
  const { prefix } = usePublicConfig();
  const { has } = usePermissions();
  const client = useQueryClient();
  const stored =
    settings.avatar === null
      ? undefined
      : `${prefix}/api${addressOf(logo, { params: { avatarId: settings.avatar } })}`;
  return (
    <FormSection<Values, OrganisationSettings>
      id="data"
      title={t("title")}
      description={t("description")}
      schema={organisationSettingsEdit}
      record={settings}
      valuesOf={valuesOf}
      label={useFieldLabel("organisation-settings")}
      save={({ avatar, ...values }, version) =>
        call(save, { body: { ...values, version, ...avatarBody(avatar) } })
      }
      onSaved={() => invalidateAreas(client, save.affects)}
      canEdit={has("OrganisationSettingView_EditAction")}
    >
      <AvatarField name="avatar" placeholder={<NoLogo />} stored={stored} isWhole />
      <FieldRow>
        <TextField name="companyName" required autoComplete="organization" />
        <TextField name="companyName2" />
      </FieldRow>
      <FieldRow>
        <TextField name="email" type="email" />
        <TextField name="phoneNumber" />
      </FieldRow>
      <TextField name="homepage" />
      <TextField name="street" />
      <FieldRow>
        <TextField name="zipCode" />
        <TextField name="city" />
      </FieldRow>
      <FieldRow>
        <TextField name="countryName" />
        <TextField name="state" />
      </FieldRow>
    </FormSection>
  );
}

function NoLogo() {
  return (
    <span className="flex size-full items-center justify-center bg-background text-muted">
      <Building aria-hidden="true" />
    </span>
  );
}
