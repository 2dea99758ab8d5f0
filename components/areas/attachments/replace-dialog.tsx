"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { wholeNameOf } from "@/components/resource/attachments/addresses";
import { UploadProgress } from "@/components/resource/attachments/upload-progress";
import { useDroppedFiles } from "@/components/resource/attachments/use-upload-sources";
import { useFileProblem } from "@/components/resource/attachments/use-uploads";
import { invalidateAreas } from "@/components/resource/record/out-of-date";
import { errorMessage } from "@/components/shell/error-message";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { withUploadProgress } from "@/lib/client/api/upload-progress";
import { contract } from "@/lib/contract";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import { attachmentRules } from "@/lib/validation/attachment-files";
import { saveVersion } from "./content";

interface ReplaceDialogProps {
  attachment: AttachmentDetail;
  onClose: () => void;
}

/** Puts another file in the place of the attachment's, as its next version (AM-05). */
export default function ReplaceDialog({ attachment, onClose }: ReplaceDialogProps) {
  const t = useTranslations("attachments.content");
  const upload = useTranslations("attachments.upload");
  const common = useTranslations("common");
  const client = useQueryClient();
  const problemOf = useFileProblem();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<number>();
  const abort = useRef(new AbortController());
  const take = ([chosen]: readonly File[]) => chosen && setFile(chosen);
  const { isOver, target } = useDroppedFiles(take, progress === undefined);
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
      onOpenChange={(open) => !open && !isSending && onClose()}
      title={t("replaceTitle", { name: wholeNameOf(attachment) })}
      description={t("replaceHint")}
      footer={
        <>
          <Button onClick={isSending ? () => abort.current.abort() : onClose}>{common("cancel")}</Button>
          <Button
            variant="primary"
            loading={isSending}
            disabled={!file || problemOf(file) !== undefined}
            onClick={() => file && replacing.mutate(file)}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {problem && <Alert tone="danger">{problem}</Alert>}
        <div
          {...target}
          className={cn(
            "flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center",
            isOver && "border-primary bg-primary-subtle",
          )}
        >
          <Button icon={<FileUp />} disabled={isSending} onClick={() => input.current?.click()}>
            {t("choose")}
          </Button>
          {file && <p className="max-w-full break-words text-sm">{file.name}</p>}
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t("choose")}
            accept={attachmentRules.types.map((type) => `.${type}`).join(",")}
            onChange={(event) => take([...(event.target.files ?? [])])}
          />
        </div>
        {progress !== undefined && (
          <UploadProgress label={upload("progressOf", { name: file?.name ?? "" })} percent={progress} />
        )}
      </div>
    </Dialog>
  );
}
