"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CheckboxField, FieldRow, ReadField, TextField } from "@/components/resource/form/fields";
import { FormSection } from "@/components/resource/form/form-section";
import { invalidateAreas } from "@/components/resource/record/out-of-date";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { call } from "@/lib/api/client";
import { contract } from "@/lib/contract";
import { type TenantDetail, tenantRecords } from "@/lib/contract/tenants";
import { usePermissions } from "@/lib/permissions";
import { TenantColourField } from "./colour-field";
import { useTenantLabel } from "./labels";

const valuesOf = ({ tenantName, tenantIdentifier, isActive, tenantColour }: TenantDetail) => ({
  tenantName,
  tenantIdentifier,
  isActive,
  tenantColour,
});

export function TenantSection({ tenant }: { tenant: TenantDetail }) {
  const t = useTranslations("tenants");
  const client = useQueryClient();
  const { has } = usePermissions();
  return (
    <SectionsColumn>
      <FormSection
        id="tenant"
        title={t("sections.tenant")}
        schema={tenantRecords.edit}
        record={tenant}
        valuesOf={valuesOf}
        label={useTenantLabel()}
        save={(values, version) =>
          call(contract.tenants.save, {
            params: { tenantId: tenant.tenantId },
            body: { ...tenantRecords.edit.parse(values), version },
          })
        }
        onSaved={async () => {
          await invalidateAreas(client, contract.tenants.save.affects);
        }}
        canEdit={has("TenantView_EditAction")}
      >
        <FieldRow>
          <TextField name="tenantName" required />
          {tenant.isHost ? (
            <ReadField name="tenantIdentifier" />
          ) : (
            <TextField name="tenantIdentifier" required help={t("help.changeIdentifier")} />
          )}
        </FieldRow>
        <TenantColourField />
        {tenant.isHost ? (
          <ReadField name="isActive" />
        ) : (
          <CheckboxField name="isActive" help={t("help.isActive")} />
        )}
      </FormSection>
    </SectionsColumn>
  );
}
