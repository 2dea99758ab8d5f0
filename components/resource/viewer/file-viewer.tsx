"use client";

// See docs/decisions/0072.
import { Download, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentType, Suspense, useEffect } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Tooltip } from "@/components/ui/tooltip";
import Viewer from "@/components/ui/viewer";
import { FileCard } from "./file-card";
import { ImageView } from "./image/image-view";
import { LinkView } from "./link-view";
import { MediaView } from "./media-view";
import { useSwipe } from "./use-swipe";
import { ViewLoading } from "./view-states";
import { isDrawing, isEditable, isTooLarge, type Preview, previewOf, type ViewerFile } from "./viewer-file";

interface FileViewProps {
  file: ViewerFile;
}

const views: Readonly<Record<Exclude<Preview, "none">, ComponentType<FileViewProps>>> = {
  image: ImageView,
  video: MediaView,
  audio: MediaView,
  link: LinkView,
  // Each one needs a separate reader, loaded on demand.
  pdf: lazyPart(() => import("./pdf/pdf-view")),
  word: lazyPart(() => import("./word/word-view")),
  workbook: lazyPart(() => import("./workbook/workbook-view")),
  text: lazyPart(() => import("./text/text-view")),
  archive: lazyPart(() => import("./zip/archive-view")),
  mail: lazyPart(() => import("./mail/mail-view")),
};

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

function FileView({ file }: FileViewProps) {
  const preview = previewOf(file);
  const { pdf } = file.addresses;
  if (pdf) return <views.pdf file={{ ...file, addresses: { ...file.addresses, stream: pdf } }} />;
  if (preview === "none") return <FileCard file={file} reason="none" />;
  if (isTooLarge(file)) return <FileCard file={file} reason="tooLarge" />;
  const View = views[preview];
  return <View file={file} />;
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
