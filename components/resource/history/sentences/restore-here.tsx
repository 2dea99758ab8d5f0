"use client";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import RestoreButton, { type RestoreCall } from "../restore";
import { useRestoreMark } from "./restore-key";

interface RestoreHereProps extends RestoreCall {
  /** Id of the sentence. */
  describedBy?: string;
  /** In a row of a table, beside which the selected change has a further button. */
  inRow?: boolean;
}

/** Restores the state after a change; visible while its line is hovered or has the focus, always on touch screens. */
export function RestoreHere({ describedBy, inRow = false, ...call }: RestoreHereProps) {
  const t = useTranslations("history");
  const mark = useRestoreMark(t("restore"));
  return (
    <RestoreButton
      {...call}
      {...mark}
      size="sm"
      variant="secondary"
      aria-describedby={describedBy}
      className={cn(
        "absolute right-full mr-1 h-6 opacity-0 focus-visible:opacity-100",
        inRow
          ? "group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:hidden"
          : "group-focus-within/change:opacity-100 group-hover/change:opacity-100 pointer-coarse:opacity-100",
      )}
      texts={{ restore: t("sentence.restore"), restored: t("restored") }}
    />
  );
}
