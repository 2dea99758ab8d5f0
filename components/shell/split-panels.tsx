"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { evenShare, Split } from "@/components/ui/split";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";

interface SplitPanelsProps {
  /** What is divided, such as `history`: its size is kept for the user under this name. */
  name: string;
  className?: string;
  left: ReactNode;
  right: ReactNode;
}

const shareOfWidth = (given: unknown) =>
  typeof given === "number" && given > 0 && given < 1 ? given : undefined;

/** Two resizable panels that keep their size for each user (SH-06). */
export function SplitPanels({ name, ...rest }: SplitPanelsProps) {
  const t = useTranslations("shell");
  const [share, setShare] = useUserSetting(`panels.${name}`, shareOfWidth, evenShare);
  const keep = (next: number) => setShare(next === evenShare ? null : Math.round(next * 10_000) / 10_000);
  return <Split label={t("divider")} share={share} onShare={keep} {...rest} />;
}
