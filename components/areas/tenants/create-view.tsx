"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { OptionalColourField } from "@/components/resource/fields/optional-colour-field";
import { PickersField } from "@/components/resource/fields/picker/picker-field";
import { dictionarySource } from "@/components/resource/fields/picker/source";
import { TextField } from "@/components/resource/form/fields";
import { RecordCreateView } from "@/components/resource/record/create-view";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { prefixOfTenant } from "@/lib/client/tenancy/other-tenant";
import { contract } from "@/lib/contract";
import { tenantCreate, tenantRecords } from "@/lib/contract/tenants";
import { userDisplayName } from "@/lib/format/user-name";
import { identifierOf } from "@/lib/tenancy/identifier";

const users = dictionarySource(contract.dictionaries.users);

export default function CreateTenantView() {
  const t = useTranslations("tenants.help");
  const self = useCurrentUser().data?.profile;
  if (!self) return null;
  return (
    <RecordCreateView
      records={tenantRecords}
      rows={[["tenantName", "tenantIdentifier"], ["tenantColour"], ["isActive"]]}
      further={{ schema: tenantCreate, initial: { administratorIds: [self.userId] } }}
      fields={{
        tenantIdentifier: <IdentifierField />,
        tenantColour: (
          <>
            <PickersField
              name="administratorIds"
              required
              help={t("administratorIds")}
              source={users}
              known={[{ id: self.userId, text: userDisplayName(self) }]}
            />
            <OptionalColourField name="tenantColour" help={t("tenantColour")} />
          </>
        ),
      }}
    />
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
