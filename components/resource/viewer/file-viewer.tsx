"use client";

// See docs/decisions/0072.
import { Download, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect } from "react";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Tooltip } from "@/components/ui/tooltip";
import Viewer from "@/components/ui/viewer";
import { FileView } from "./file-view";
import { useSwipe } from "./use-swipe";
import { ViewLoading } from "./view-states";
import { isDrawing, isEditable, previewOf, type ViewerFile } from "./viewer-file";

interface FileViewerProps {
  files: readonly ViewerFile[];
  /** Index of the file shown. */
  index: number;
  onIndexChange: (index: number) => void;
  onClose: () => void;
  /** Enables annotation of pictures, with permission. */
  onEdit?: (file: ViewerFile) => void;
}

/** Shows one of several files full screen, with a view for each kind; others are offered for download (AT-01). */
export default function FileViewer({ files, index, onIndexChange, onClose, onEdit }: FileViewerProps) {
  const t = useTranslations("viewer");
  const swipe = useSwipe((step) => {
    if (files[index + step]) onIndexChange(index + step);
  });
  usePreloaded(files[index + 1]);
  const file = files[index];
  if (!file) return null;
  const { download } = file.addresses;
  return (
    <Viewer
      open
      onOpenChange={(open) => !open && onClose()}
      title={file.name}
      at={files.length > 1 ? { index, count: files.length } : undefined}
      onMove={onIndexChange}
      className="overflow-hidden"
      toolbar={
        <>
          {onEdit && isEditable(file) && (
            <IconButton label={t("edit")} onClick={() => onEdit(file)}>
              <Pencil />
            </IconButton>
          )}
          {download && (
            <Tooltip content={t("download")}>
              <a
                href={download}
                download={file.name}
                aria-label={t("download")}
                className={cn(buttonClass({ variant: "ghost" }), "w-8 px-0")}
              >
                <Download />
              </a>
            </Tooltip>
          )}
        </>
      }
    >
      <div className="flex size-full flex-col" {...swipe}>
        <Suspense fallback={<ViewLoading />}>
          <FileView key={file.id} file={file} />
        </Suspense>
      </div>
    </Viewer>
  );
}

const maxPreloadedBytes = 5 * 1024 * 1024;

/** Preloads the next picture, except drawings, which would be rendered. */
function usePreloaded(file: ViewerFile | undefined): void {
  const address =
    file && previewOf(file) === "image" && !isDrawing(file) && file.size <= maxPreloadedBytes
      ? file.addresses.original
      : undefined;
  useEffect(() => {
    if (!address) return;
    const image = new Image();
    image.src = address;
    return () => {
      image.src = "";
    };
  }, [address]);
}
