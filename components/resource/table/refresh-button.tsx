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

/** Locks refreshing for one second after each time, to limit load (SH-07). */
export function useRefresh({ onRefresh, disabledReason }: RefreshButtonProps) {
  const t = useTranslations("common");
  const [locked, setLocked] = useState(false);

  useEffect(() => {
    if (!locked) return;
    const timer = setTimeout(() => setLocked(false), lockDuration);
    return () => clearTimeout(timer);
  }, [locked]);

  return {
    /** Why refreshing is disabled now. */
    reason: disabledReason ?? (locked ? t("refreshed") : undefined),
    refresh() {
      setLocked(true);
      onRefresh();
    },
  };
}

export function RefreshButton(props: RefreshButtonProps) {
  const t = useTranslations("common");
  const { reason, refresh } = useRefresh(props);
  return (
    <IconButton
      label={t("refresh")}
      tooltip={reason}
      // Not `disabled`: the button stays focusable and explains why.
      aria-disabled={reason !== undefined || undefined}
      aria-description={reason}
      onClick={reason === undefined ? refresh : undefined}
    >
      <RefreshCw />
    </IconButton>
  );
}
