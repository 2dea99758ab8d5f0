"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CreateForm } from "@/components/resource/form/create-form";
import { CheckboxField, TextField } from "@/components/resource/form/fields";
import { invalidateAreas } from "@/components/resource/record/out-of-date";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { call } from "@/lib/api/client";
import { contract } from "@/lib/contract";
import { roleRecords } from "@/lib/contract/roles";
import { useNavigation } from "@/lib/tabs";
import { useRoleLabel } from "./labels";

export default function CreateRoleView() {
  const t = useTranslations("roles");
  const client = useQueryClient();
  const { open } = useNavigation();

  return (
    <SectionsColumn>
      <h1 className="font-semibold text-xl">{t("new")}</h1>
      <CreateForm
        title={t("sections.role")}
        description={t("createHint")}
        schema={roleRecords.create}
        initial={{ roleName: "", isDefault: false }}
        label={useRoleLabel()}
        submitLabel={t("create")}
        create={(body, options) => call(contract.roles.create, { body }, options)}
        onCreated={async (id) => {
          open(`/roles/${id}`, { mode: "replace" });
          await invalidateAreas(client, contract.roles.create.affects);
        }}
      >
        <TextField name="roleName" required />
        <CheckboxField name="isDefault" help={t("help.isDefault")} />
      </CreateForm>
    </SectionsColumn>
  );
}
