"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { evenShare, Split } from "@/components/ui/split";
import { useCurrentUser } from "@/lib/permissions";

interface SplitPanelsProps {
  /** What is divided, such as `history`: its size is remembered under this name. */
  name: string;
  className?: string;
  left: ReactNode;
  right: ReactNode;
}

/** Two resizable panels that remember their size for each user of this browser: screens differ, so it stays there (SH-06). */
export function SplitPanels({ name, ...rest }: SplitPanelsProps) {
  const t = useTranslations("shell");
  const userId = useCurrentUser().data?.profile.userId;
  const key = `panels:${userId}:${name}`;
  const [share, setShare] = useState(() => remembered(key));
  const remember = (next: number) => {
    setShare(next);
    localStorage.setItem(key, String(next));
  };
  return <Split label={t("divider")} share={share} onShare={remember} {...rest} />;
}

function remembered(key: string): number {
  const kept =
    typeof window === "undefined" ? Number.NaN : Number.parseFloat(localStorage.getItem(key) ?? "");
  return kept > 0 && kept < 1 ? kept : evenShare;
}
