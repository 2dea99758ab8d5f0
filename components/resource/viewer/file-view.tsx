"use client";
import type { ComponentType } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { FileCard } from "./file-card";
import { ImageView } from "./image/image-view";
import { LinkView } from "./link-view";
import { MediaView } from "./media-view";
import { isTooLarge, type Preview, previewOf, type ViewerFile } from "./viewer-file";

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

/** Shows a file by its kind, or offers its download; fills its container. */
export function FileView({ file }: FileViewProps) {
  const preview = previewOf(file);
  const { pdf } = file.addresses;
  if (pdf) return <views.pdf file={{ ...file, addresses: { ...file.addresses, stream: pdf } }} />;
  if (preview === "none") return <FileCard file={file} reason="none" />;
  if (isTooLarge(file)) return <FileCard file={file} reason="tooLarge" />;
  const View = views[preview];
  return <View file={file} />;
}
