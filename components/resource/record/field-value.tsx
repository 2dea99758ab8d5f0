"use client";
import { DisplayValue } from "../fields/display-value";
import { usePermissionLabel } from "../permissions/labels";

/** A stored value as people read it, by what it is (FM-05); permissions by what they are called. */
export function FieldValue({ name, value }: { name: string; value: unknown }) {
  const permissionLabel = usePermissionLabel();
  const isPermissions = name === "permissions" && Array.isArray(value);
  return (
    <DisplayValue
      type="any"
      value={isPermissions ? value.map((entry) => permissionLabel(String(entry))) : value}
    />
  );
}
