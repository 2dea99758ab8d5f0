"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CheckboxField, TextField } from "@/components/resource/form/fields";
import { FormSection } from "@/components/resource/form/form-section";
import { invalidateAreas } from "@/components/resource/record/out-of-date";
import { call } from "@/lib/api/client";
import { contract } from "@/lib/contract";
import { type RoleDetail, roleRecords } from "@/lib/contract/roles";
import { usePermissions } from "@/lib/permissions";
import { useRoleLabel } from "./labels";

const valuesOf = ({ roleName, isDefault }: RoleDetail) => ({ roleName, isDefault });

export function RoleSection({ role }: { role: RoleDetail }) {
  const t = useTranslations("roles");
  const client = useQueryClient();
  const { has } = usePermissions();
  return (
    <FormSection
      id="role"
      title={t("sections.role")}
      schema={roleRecords.edit}
      record={role}
      valuesOf={valuesOf}
      label={useRoleLabel()}
      save={(values, version) =>
        call(contract.roles.save, { params: { roleId: role.roleId }, body: { ...values, version } })
      }
      onSaved={async () => {
        await invalidateAreas(client, contract.roles.save.affects);
      }}
      canEdit={has("RoleView_EditAction")}
      lockedReason={role.isBuiltIn ? t("builtInHint") : undefined}
    >
      <TextField name="roleName" required />
      <CheckboxField name="isDefault" help={t("help.isDefault")} />
    </FormSection>
  );
}
