"use client";
import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Dialog } from "@/components/ui/dialog";
import { useIsInSidePanel } from "@/components/ui/side-panel-context";
import type { HistoryPanelsProps } from "./history-panels";

// Most records are opened for other reasons.
const HistoryPanels = lazyPart(() => import("./history-panels"));
const PanelHistory = lazyPart(() => import("./panel-history"));

interface HistoryDialogProps extends Omit<HistoryPanelsProps, "className"> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The record's name. */
  name: string;
}

/** Changes of a record on the left, details of the selected one on the right (HI-02). In a side panel they are sentences. */
export function HistoryDialog({ open, onOpenChange, name, ...history }: HistoryDialogProps) {
  const t = useTranslations("history");
  const isInPanel = useIsInSidePanel();
  if (!open) return null;
  if (isInPanel)
    return (
      <Suspense fallback={null}>
        <PanelHistory {...history} title={t("title", { name })} />
      </Suspense>
    );
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="xl"
      title={t("title", { name })}
      description={t("description")}
      className="max-w-[1440px] pb-4"
    >
      <div className="h-[70dvh] min-h-80">
        <Suspense fallback={null}>
          <HistoryPanels {...history} className="h-full" />
        </Suspense>
      </div>
    </Dialog>
  );
}
