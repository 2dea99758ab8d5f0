"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useSingleKey } from "@/components/ui/single-keys";
import { useFocusFallback } from "@/components/ui/use-kept-focus";
import { useFormat } from "@/lib/client/format";
import { ReasonedButton } from "../form/reasoned-button";
import { idsPerRequest } from "../list/batches";

interface BulkBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** Between the rows and the foot of the table while rows are selected. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const t = useTranslations("resource.table");
  const bar = useRef<HTMLElement>(null);
  // Its buttons may be removed with their action, such as the one that stops it.
  const kept = useFocusFallback(bar);
  return (
    <section
      ref={bar}
      aria-label={t("selection")}
      tabIndex={-1}
      {...kept}
      className="print:hidden mx-auto my-2 flex max-w-[calc(100%-16px)] shrink-0 animate-appear flex-wrap items-center gap-2 rounded-lg border bg-raised py-1.5 pr-1.5 pl-3 shadow-float"
    >
      <p role="status" className="font-medium text-sm tabular-nums">
        {t("selected", { count })}
      </p>
      {children}
      <IconButton label={t("clearSelection")} {...useSingleKey("clearSelection")} onClick={onClear}>
        <X />
      </IconButton>
    </section>
  );
}

interface BulkActionProps extends ButtonProps {
  /** State of the action on the selected rows. */
  running: { pending: boolean; settled: number; stop: () => void };
  /** Number of rows in the action. */
  of: number;
  disabledReason?: string;
}

/** Button of the bar; shows progress when the action takes several requests, and can stop it. */
export function BulkAction({ running, of, children, ...button }: BulkActionProps) {
  const t = useTranslations("resource.bulk");
  const format = useFormat();
  const { pending, settled, stop } = running;
  const removeKey = useSingleKey("remove", typeof children === "string" ? children : undefined);
  return (
    <>
      <ReasonedButton size="sm" variant="danger" loading={pending} {...removeKey} {...button}>
        {children}
        {pending && settled > 0 && (
          <span className="tabular-nums">
            {format.number(settled)} / {format.number(of)}
          </span>
        )}
      </ReasonedButton>
      {pending && of > idsPerRequest && (
        <Button size="sm" onClick={stop}>
          {t("stop")}
        </Button>
      )}
    </>
  );
}
