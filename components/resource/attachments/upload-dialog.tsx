"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { UploadPanel } from "./upload-panel";

interface UploadDialogProps {
  files?: readonly File[];
  onDone: (attachmentIds: readonly string[]) => void;
  onClose: () => void;
}

export default function UploadDialog({ files, onDone, onClose }: UploadDialogProps) {
  const t = useTranslations("attachments");
  const [isSending, setSending] = useState(false);
  return (
    <Dialog
      open
      // Closing would leave uploads running; cancel them first.
      locked={isSending}
      onOpenChange={(open) => !open && onClose()}
      title={t("new")}
      description={t("createHint")}
    >
      <UploadPanel files={files} onDone={onDone} onClose={onClose} onBusy={setSending} inDialog />
    </Dialog>
  );
}
