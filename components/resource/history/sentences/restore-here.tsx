"use client";
import { useTranslations } from "next-intl";
import RestoreButton, { type RestoreCall } from "../restore";
import { useRestoreMark } from "./restore-key";

/** Restores the state after a change; visible while its line is hovered or has the focus, always on touch screens. */
export function RestoreHere({ describedBy, ...call }: RestoreCall & { describedBy: string }) {
  const t = useTranslations("history");
  const mark = useRestoreMark(t("restore"));
  return (
    <RestoreButton
      {...call}
      {...mark}
      size="sm"
      variant="secondary"
      aria-describedby={describedBy}
      className="absolute right-full mr-1 h-6 opacity-0 focus-visible:opacity-100 group-focus-within/change:opacity-100 group-hover/change:opacity-100 pointer-coarse:opacity-100"
      texts={{ restore: t("sentence.restore"), restored: t("restored") }}
    />
  );
}
