"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";

/** A part of a permission name, such as `EditAction`, in the user's language; unknown ones are spelt out. */
export function usePermissionPartLabel(): (part: string) => string {
  const t = useTranslations("permissions.labels");
  return useCallback((part) => (t.has(part as never) ? t(part as never) : spellOut(part)), [t]);
}

/** A whole permission name: `RoleView_UserSection_AddAction` reads "Roles › Users of the role › Add". */
export function usePermissionLabel(): (name: string) => string {
  const label = usePermissionPartLabel();
  return useCallback((name) => name.split("_").map(label).join(" › "), [label]);
}

/** `DownloadAllAction` → `Download all`: what an area without a translation still reads like. */
export function spellOut(part: string): string {
  const words = part.replace(/(View|Action|Section)$/, "").replace(/([a-z0-9])([A-Z])/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
