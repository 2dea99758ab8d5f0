"use client";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Dialog } from "@/components/ui/dialog";
import { UploadPanel } from "./upload-panel";

type UploadDialogProps = Pick<
  ComponentProps<typeof UploadPanel>,
  "files" | "onStored" | "onDone" | "onClose"
>;

/** Uploads that are running when it is closed go on in the tray. */
export default function UploadDialog(panel: UploadDialogProps) {
  const t = useTranslations("attachments");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && panel.onClose()}
      title={t("new")}
      description={t("createHint")}
    >
      <UploadPanel {...panel} inDialog />
    </Dialog>
  );
}
