"use client";
import { createContext, type ReactNode, useContext } from "react";
import { isLanguage, languageNames } from "@/lib/i18n/language";
import { colourNamed } from "@/lib/theme/colours";
import { ColourValue } from "../fields/colour-value";
import { DisplayValue } from "../fields/display-value";
import { usePermissionLabel } from "../permissions/labels";

/** How the record around reads a value of its own; undefined for what is read by what it is. */
export const FieldReading = createContext<(name: string, value: unknown) => ReactNode>(() => undefined);

/** A stored value as people read it, by what it is (FM-05); permissions by what they are called. */
export function FieldValue({ name, value }: { name: string; value: unknown }) {
  const permissionLabel = usePermissionLabel();
  const own = useContext(FieldReading)(name, value);
  if (own !== undefined) return own;
  // Settings are kept as texts.
  if (name === "languageSymbol" && isLanguage(value))
    return <DisplayValue type="text" value={languageNames[value]} />;
  if (/colou?r$/i.test(name) && typeof value === "string" && colourNamed(value))
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
