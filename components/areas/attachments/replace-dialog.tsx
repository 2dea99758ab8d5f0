"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import { errorMessage } from "@/components/errors/error-message";
import { UploadProgress } from "@/components/resource/attachments/upload-progress";
import { useFileProblem } from "@/components/resource/attachments/use-uploads";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { DropBox } from "@/components/resource/upload/drop-box";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { withUploadProgress } from "@/lib/client/api/upload-progress";
import { contract } from "@/lib/contract";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import { wholeNameOf } from "@/lib/validation/attachment-files";
import { saveVersion } from "./content";

interface ReplaceDialogProps {
  attachment: AttachmentDetail;
  onClose: () => void;
}

/** Replaces the attachment's file by a new version (AM-05). */
export default function ReplaceDialog({ attachment, onClose }: ReplaceDialogProps) {
  const t = useTranslations("attachments.content");
  const upload = useTranslations("attachments.upload");
  const common = useTranslations("common");
  const client = useQueryClient();
  const problemOf = useFileProblem();
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<number>();
  const abort = useRef(new AbortController());
  const take = useCallback(([chosen]: readonly File[]) => setFile(chosen), []);
  const replacing = useMutation({
    meta: { silent: "success" },
    mutationFn: (chosen: File) => {
      abort.current = new AbortController();
      const options = { signal: abort.current.signal, transport: withUploadProgress(setProgress) };
      return saveVersion(attachment, chosen, options);
    },
    onSuccess: async () => {
      onClose();
      await invalidateAreas(client, contract.attachments.save.affects ?? []);
    },
    onSettled: () => setProgress(undefined),
  });
  const problem =
    (file && problemOf(file)) ||
    (replacing.error &&
      !abort.current.signal.aborted &&
      errorMessage(replacing.error, {
        unauthorized: common("unauthorized"),
        fallback: common("errorOccurred"),
      }));
  const isSending = replacing.isPending;
  return (
    <Dialog
      open
      locked={isSending}
      onOpenChange={(open) => !open && onClose()}
      title={t("replaceTitle", { name: wholeNameOf(attachment) })}
      description={t("replaceHint")}
      footer={
        <>
          <Button onClick={isSending ? () => abort.current.abort() : onClose}>{common("cancel")}</Button>
          <ReasonedButton
            variant="primary"
            loading={isSending}
            disabledReason={file ? problemOf(file) : upload("nothing")}
            onClick={() => file && replacing.mutate(file)}
          >
            {t("save")}
          </ReasonedButton>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {problem && <Alert tone="danger">{problem}</Alert>}
        <DropBox label={t("choose")} onFiles={take} disabled={isSending}>
          {file && <p className="max-w-full break-words text-sm">{file.name}</p>}
        </DropBox>
        {progress !== undefined && (
          <UploadProgress label={upload("progressOf", { name: file?.name ?? "" })} percent={progress} />
        )}
      </div>
    </Dialog>
  );
}
