"use client";
import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { NewShortcut } from "@/lib/client/shortcuts";
import { useShortcut } from "@/lib/client/use-shortcut";

/** Adds a view to the user's shortcuts, or removes it (HO-01). */
export function ShortcutStar(shortcut: NewShortcut) {
  const t = useTranslations("home.star");
  const { isMarked, isReady, toggle } = useShortcut(shortcut);
  return (
    <IconButton
      size="sm"
      label={t("label")}
      tooltip={t(isMarked ? "remove" : "add")}
      aria-pressed={isMarked}
      aria-disabled={!isReady}
      onClick={toggle}
    >
      <Star className={cn(isMarked ? "fill-amber-400 text-warning" : "text-muted")} />
    </IconButton>
  );
}
