"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";

/**
 * Label of the last part of a permission name, such as `RoleView_EditAction`; unknown ones are spelt out. A permission with its
 * own text uses that.
 */
export function usePermissionPartLabel(): (name: string) => string {
  const t = useTranslations("permissions.labels");
  return useCallback(
    (name) => {
      const part = name.split("_").at(-1) ?? name;
      const key = [name, part].find((candidate) => t.has(candidate as never));
      return key === undefined ? spellOut(part) : t(key as never);
    },
    [t],
  );
}

/** Label of a full permission name: `RoleView_UserSection_AddAction` reads "Roles › Users of the role › Add". */
export function usePermissionLabel(): (name: string) => string {
  const label = usePermissionPartLabel();
  return useCallback(
    (name) => {
      const parts = name.split("_");
      return parts.map((_, index) => label(parts.slice(0, index + 1).join("_"))).join(" › ");
    },
    [label],
  );
}

/** `DownloadAllAction` → `Download all`: fallback for areas without a translation. */
export function spellOut(part: string): string {
  const words = part.replace(/(View|Action|Section)$/, "").replace(/([a-z0-9])([A-Z])/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
