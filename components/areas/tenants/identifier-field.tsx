"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { TextField } from "@/components/resource/form/fields";
import { usePublicConfig } from "@/lib/client/public-config";
import { prefixOfTenant } from "@/lib/client/tenancy/other-tenant";
import { identifierOf } from "@/lib/tenancy/identifier";

/** A new tenant's identifier follows its name until somebody writes another; below it is the address that it gives. */
export function IdentifierField() {
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
