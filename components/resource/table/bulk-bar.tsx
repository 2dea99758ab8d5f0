"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useFormat } from "@/lib/format";

interface BulkBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** Floats above the foot of the table while rows are selected. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const t = useTranslations("resource.table");
  return (
    <section
      aria-label={t("selection")}
      className="sticky bottom-3 print:hidden z-10 mx-auto mt-3 flex max-w-full animate-appear flex-wrap items-center gap-2 rounded-lg border bg-raised py-1.5 pr-1.5 pl-3 shadow-float"
    >
      <p role="status" className="font-medium text-sm tabular-nums">
        {t("selected", { count })}
      </p>
      {children}
      <IconButton label={t("clearSelection")} onClick={onClear}>
        <X />
      </IconButton>
    </section>
  );
}

interface BulkProgressProps {
  running: boolean;
  settled: number;
  of: number;
}

/** In a button of the bar: how far something has come that takes more than one request. */
export function BulkProgress({ running, settled, of }: BulkProgressProps) {
  const format = useFormat();
  if (!running || settled === 0) return null;
  return (
    <span className="tabular-nums">
      {format.number(settled)} / {format.number(of)}
    </span>
  );
}
