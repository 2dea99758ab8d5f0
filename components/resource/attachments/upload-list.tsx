"use client";
import { Check, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { formatSize } from "@/lib/format/size";
import { attachmentKindOf } from "@/lib/validation/attachment-files";
import { extensionOf } from "@/lib/validation/files";
import type { Upload } from "./background-uploads";
import { FileIcon } from "./file-icon";
import { UploadProgress } from "./upload-progress";

interface UploadListProps {
  uploads: readonly Upload[];
  onRename: (key: string, fileName: string) => void;
  onRemove: (key: string) => void;
  onCancel: (key: string) => void;
}

/** Pending uploads with name, progress and errors. */
export function UploadList({ uploads, ...actions }: UploadListProps) {
  return (
    <ul className="flex flex-col gap-2">
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} {...actions} />
      ))}
    </ul>
  );
}

function UploadRow({
  upload: { key, file, fileName, state, progress, problem, nameProblem },
  onRename,
  onRemove,
  onCancel,
}: { upload: Upload } & Omit<UploadListProps, "uploads">) {
  const t = useTranslations("attachments");
  const language = useLocale();
  const extension = extensionOf(file.name);
  return (
    <li className="flex items-start gap-3 rounded border p-2">
      <span className="mt-6 flex size-8 shrink-0 items-center justify-center text-muted">
        {state === "done" ? (
          <Check aria-label={t("upload.done")} className="size-5 text-success" />
        ) : (
          <FileIcon kind={attachmentKindOf(file.name)} className="size-5" />
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Field label={t("fields.fileName")} required error={nameProblem}>
          <Input
            value={fileName}
            autoComplete="off"
            readOnly={state === "sending" || state === "done"}
            onChange={(event) => onRename(key, event.target.value)}
          />
        </Field>
        <p className="truncate text-muted text-xs">
          {[extension && `.${extension}`, formatSize(file.size, language)].filter(Boolean).join(" · ")}
        </p>
        {problem && (
          <p role="alert" className="text-danger text-xs">
            {problem}
          </p>
        )}
        {state === "sending" && (
          <UploadProgress label={t("upload.progressOf", { name: fileName })} percent={progress} />
        )}
      </div>
      {state !== "done" && (
        <IconButton
          label={t(state === "sending" ? "upload.cancel" : "upload.remove", { name: fileName || file.name })}
          onClick={() => (state === "sending" ? onCancel(key) : onRemove(key))}
        >
          <X />
        </IconButton>
      )}
    </li>
  );
}
