"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { OptionalColourField } from "@/components/resource/fields/optional-colour-field";
import { PickersField } from "@/components/resource/fields/picker/picker-field";
import { dictionarySource } from "@/components/resource/fields/picker/source";
import { CreateForm } from "@/components/resource/form/create-form";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { CheckboxField, FieldRow, TextField } from "@/components/resource/form/fields";
import { useChangeText } from "@/components/resource/history/labels";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { call } from "@/lib/client/api/client";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { useNavigation } from "@/lib/client/tabs";
import { prefixOfTenant } from "@/lib/client/tenancy/other-tenant";
import { contract } from "@/lib/contract";
import { tenantCreate } from "@/lib/contract/tenants";
import { userDisplayName } from "@/lib/format/user-name";
import { identifierOf } from "@/lib/tenancy/identifier";

const users = dictionarySource(contract.dictionaries.users);

export default function CreateTenantView() {
  const t = useTranslations("tenants");
  const client = useQueryClient();
  const { open } = useNavigation();
  const label = useFieldLabel("tenants");
  const changeText = useChangeText();
  const self = useCurrentUser().data?.profile;
  if (!self) return null;

  return (
    <SectionsColumn>
      <h1 className="font-semibold text-xl">{t("new")}</h1>
      <CreateForm
        title={t("sections.tenant")}
        description={t("createHint")}
        schema={tenantCreate}
        initial={{
          tenantName: "",
          tenantIdentifier: "",
          tenantColour: "" as const,
          isActive: true,
          administratorIds: [self.userId],
        }}
        label={label}
        submitLabel={t("create")}
        create={(body, options) => call(contract.tenants.create, { body }, options)}
        created={({ tenantName }) => changeText({ type: "TenantCreated", subject: tenantName })}
        onCreated={async (id) => {
          open(`/tenants/${id}`, { mode: "replace" });
          await invalidateAreas(client, contract.tenants.create.affects);
        }}
      >
        <FieldRow>
          <TextField name="tenantName" required />
          <IdentifierField />
        </FieldRow>
        <PickersField
          name="administratorIds"
          required
          help={t("help.administratorIds")}
          source={users}
          known={[{ id: self.userId, text: userDisplayName(self) }]}
        />
        <OptionalColourField name="tenantColour" help={t("help.tenantColour")} />
        <CheckboxField name="isActive" help={t("help.isActive")} />
      </CreateForm>
    </SectionsColumn>
  );
}

/** A new tenant's identifier follows its name until edited; the resulting address is shown below. */
function IdentifierField() {
  const t = useTranslations("tenants.help");
  const config = usePublicConfig();
  const { setValue } = useFormContext();
  const [name, identifier] = useWatch({ name: ["tenantName", "tenantIdentifier"] }) as [string, string];
  const made = useRef(identifierOf(name));

  useEffect(() => {
    const next = identifierOf(name);
    if (identifier === made.current && identifier !== next)
      setValue("tenantIdentifier", next, { shouldDirty: true });
    if (identifier === made.current) made.current = next;
  }, [name, identifier, setValue]);

  const address = prefixOfTenant(identifier.trim().toLowerCase() || "…", config);
  return <TextField name="tenantIdentifier" required help={t("tenantIdentifier", { address })} />;
}
