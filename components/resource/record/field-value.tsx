"use client";
import { useTranslations } from "next-intl";
import { useFormat } from "@/lib/format";
import { usePermissionLabel } from "../permissions/labels";

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A stored value as people read it, by what it is (FM-05): nothing, yes or no, an instant, a list, text. */
export function FieldValue({ name, value }: { name: string; value: unknown }) {
  const common = useTranslations("common");
  const t = useTranslations("resource.form");
  const format = useFormat();
  const permissionLabel = usePermissionLabel();

  if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0))
    return (
      <span className="text-muted">
        <span aria-hidden="true">{common("notAvailable")}</span>
        <span className="sr-only">{t("empty")}</span>
      </span>
    );
  if (typeof value === "boolean") return common(value ? "yes" : "no");
  if (typeof value === "number") return format.number(value);
  if (typeof value === "string") return instant.test(value) ? format.dateTime(value) : value;
  if (Array.isArray(value))
    return (
      <ul>
        {value.map((entry) => (
          <li key={String(entry)}>
            {name === "permissions" ? permissionLabel(String(entry)) : String(entry)}
          </li>
        ))}
      </ul>
    );
  return <code className="break-all text-xs">{JSON.stringify(value)}</code>;
}
