"use client";
import { isLanguage, languageNames } from "@/lib/i18n/language";
import { ColourValue } from "../fields/colour-value";
import { DisplayValue } from "../fields/display-value";
import { usePermissionLabel } from "../permissions/labels";

/** A stored value as people read it, by what it is (FM-05); permissions by what they are called. */
export function FieldValue({ name, value }: { name: string; value: unknown }) {
  const permissionLabel = usePermissionLabel();
  // Settings are kept as texts.
  if (name === "languageSymbol" && isLanguage(value))
    return <DisplayValue type="text" value={languageNames[value]} />;
  if (name === "tenantColour" && typeof value === "string" && value !== "")
    return <ColourValue value={value} />;
  if (name === "subTabsExpanded") return <DisplayValue type="boolean" value={value} />;
  const isPermissions = name === "permissions" && Array.isArray(value);
  return (
    <DisplayValue
      type="any"
      value={isPermissions ? value.map((entry) => permissionLabel(String(entry))) : value}
    />
  );
}
