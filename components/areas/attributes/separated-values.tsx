"use client";
import { useTranslations } from "next-intl";
import { ReadField, TextField } from "@/components/resource/form/fields";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { Badge } from "@/components/ui/badge";
import { separatedValues } from "@/lib/contract/attribute-types";

/** Options of a choice: entered as one text, shown as a list. */
export function SeparatedValues({ isRequired }: { isRequired: boolean }) {
  const t = useTranslations("attributes.help");
  const { editing, stored } = useFormContextValue();
  const values = separatedValues(String(stored.attributeCsvValues ?? ""));
  if (editing || values.length === 0)
    return (
      <TextField name="attributeCsvValues" required={isRequired} rows={3} help={t("attributeCsvValues")} />
    );
  return (
    <ReadField name="attributeCsvValues">
      <span className="mt-0.5 flex flex-wrap gap-1">
        {values.map((value) => (
          <Badge key={value}>{value}</Badge>
        ))}
      </span>
    </ReadField>
  );
}
