"use client";
import { Download, File, FileSpreadsheet, FileText, FileWarning, Presentation } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatSize } from "@/lib/format/size";
import type { FileProblemReason } from "./read-file";
import { extensionOf, type ViewerFile } from "./viewer-file";

interface FileCardProps {
  file: ViewerFile;
  /** Why the file is not shown. */
  reason: FileProblemReason | "none" | "unsupported" | "tooComplex";
  /** Retries, where useful. */
  onRetry?: () => void;
}

/** Replaces a file that cannot be shown: name, reason and download (AT-01). */
export function FileCard({ file, reason, onRetry }: FileCardProps) {
  const t = useTranslations("viewer");
  const retry = useTranslations("common")("retry");
  const language = useLocale();
  const { download, thumbnail } = file.addresses;
  const [failed, setFailed] = useState<string>();
  const picture = thumbnail === failed ? undefined : thumbnail;
  const extension = extensionOf(file).toUpperCase();
  const facts = [extension, file.size > 0 ? formatSize(file.size, language) : ""].filter(Boolean).join(", ");
  return (
    <div
      className="flex size-full items-center justify-center overflow-auto"
      role={reason === "none" ? undefined : "alert"}
    >
      <EmptyState
        icon={picture ? undefined : iconOf(reason, extension)}
        title={
          <>
            {picture && (
              // biome-ignore lint/performance/noImgElement: the API has resized attachments
              <img
                src={picture}
                alt=""
                className="mx-auto mb-3 size-32 rounded border bg-background object-cover"
                onError={() => setFailed(picture)}
              />
            )}
            <span className="break-all">{file.name}</span>
          </>
        }
        description={
          <>
            <span className="block">{facts}</span>
            <span className="mt-2 block text-text">{t(`reasons.${reason}`)}</span>
          </>
        }
        action={
          <>
            {download && (
              <a href={download} download={file.name} className={buttonClass({ variant: "primary" })}>
                <Download aria-hidden="true" />
                {t("download")}
              </a>
            )}
            {onRetry && reason === "unreachable" && <Button onClick={onRetry}>{retry}</Button>}
          </>
        }
      />
    </div>
  );
}

const icons: Readonly<Record<string, ReactNode>> = {
  DOC: <FileText />,
  ODT: <FileText />,
  RTF: <FileText />,
  XLS: <FileSpreadsheet />,
  PPT: <Presentation />,
  PPTX: <Presentation />,
};

function iconOf(reason: FileCardProps["reason"], extension: string): ReactNode {
  return reason === "none" ? (icons[extension] ?? <File />) : <FileWarning />;
}
