"use client";
import { createContext, type ReactNode, useContext } from "react";
import { isLanguage, languageNames } from "@/lib/i18n/language";
import { colourNamed } from "@/lib/theme/colours";
import { ColourValue } from "./colour-value";
import { DisplayValue } from "./display-value";
import { usePermissionLabel } from "./permission-labels";

/** Renders custom values of the surrounding record; undefined for the default. */
export const FieldReading = createContext<(name: string, value: unknown) => ReactNode>(() => undefined);

/** Formats a stored value by its field (FM-05); permissions by their labels. */
export function FieldValue({ name, value }: { name: string; value: unknown }) {
  const permissionLabel = usePermissionLabel();
  const own = useContext(FieldReading)(name, value);
  if (own !== undefined) return own;
  // Settings are stored as text.
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
