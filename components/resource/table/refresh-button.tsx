"use client";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";

const lockDuration = 1000;

interface RefreshButtonProps {
  onRefresh: () => void;
  /** Why refreshing is disabled, such as a form in edit mode. */
  disabledReason?: string;
}

/** Disabled for one second after a click, to limit load (SH-07). */
export function RefreshButton({ onRefresh, disabledReason }: RefreshButtonProps) {
  const t = useTranslations("common");
  const [locked, setLocked] = useState(false);

  useEffect(() => {
    if (!locked) return;
    const timer = setTimeout(() => setLocked(false), lockDuration);
    return () => clearTimeout(timer);
  }, [locked]);

  const reason = disabledReason ?? (locked ? t("refreshed") : undefined);
  return (
    <IconButton
      label={t("refresh")}
      tooltip={reason}
      // Not `disabled`: the button stays focusable and explains why.
      aria-disabled={reason !== undefined || undefined}
      aria-description={reason}
      onClick={() => {
        if (reason !== undefined) return;
        setLocked(true);
        onRefresh();
      }}
    >
      <RefreshCw />
    </IconButton>
  );
}
