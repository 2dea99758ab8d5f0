"use client";
import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { ColourField } from "@/components/resource/fields/choice-fields";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { Button } from "@/components/ui/button";

/** One of the palette, or none. */
export function TenantColourField() {
  const t = useTranslations("tenants");
  const { editing } = useFormContextValue();
  const { setValue } = useFormContext();
  const colour = useWatch({ name: "tenantColour" });
  return (
    <div className="flex flex-col items-start gap-1">
      <ColourField name="tenantColour" help={t("help.tenantColour")} />
      {editing && colour && (
        <Button variant="ghost" size="sm" onClick={() => setValue("tenantColour", "", { shouldDirty: true })}>
          {t("noColour")}
        </Button>
      )}
    </div>
  );
}
