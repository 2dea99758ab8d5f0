"use client";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { HistoryPanels, type HistoryPanelsProps } from "./history-panels";

interface HistoryDialogProps extends Omit<HistoryPanelsProps, "className"> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The record's name. */
  name: string;
}

/** Changes of a record on the left, details of the selected one on the right (HI-02). */
export function HistoryDialog({ open, onOpenChange, name, ...history }: HistoryDialogProps) {
  const t = useTranslations("history");
  if (!open) return null;
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="xl"
      title={t("title", { name })}
      description={t("description")}
      className="max-w-[1120px] pb-4"
    >
      <HistoryPanels {...history} className="h-[64dvh] min-h-80" />
    </Dialog>
  );
}
