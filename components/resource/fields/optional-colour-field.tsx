"use client";
import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import type { ColourName } from "@/lib/theme/colours";
import { useFormContextValue } from "../form/form-context";
import { ColourField } from "./choice-fields";
import type { FormFieldProps } from "./form-field";

/** A colour of the palette, or none. */
export function OptionalColourField(field: FormFieldProps & { offered?: readonly ColourName[] }) {
  const t = useTranslations("fields.colours");
  const { editing } = useFormContextValue();
  const { setValue } = useFormContext();
  const colour = useWatch({ name: field.name });
  return (
    <div className="flex flex-col items-start gap-1">
      <ColourField {...field} />
      {editing && colour && (
        <Button variant="ghost" size="sm" onClick={() => setValue(field.name, "", { shouldDirty: true })}>
          {t("none")}
        </Button>
      )}
    </div>
  );
}
