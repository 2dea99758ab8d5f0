"use client";
import { useState } from "react";
import FileViewer from "../viewer/file-viewer";
import type { ShownAttachment } from "./addresses";
import { useViewerFile } from "./use-viewer-file";

interface AttachmentsViewerProps {
  attachments: readonly ShownAttachment[];
  /** Index of the attachment shown first. */
  first: number;
  onClose: () => void;
}

/** Full-screen viewer for the files of a list. */
export default function AttachmentsViewer({ attachments, first, onClose }: AttachmentsViewerProps) {
  const fileOf = useViewerFile();
  const [index, setIndex] = useState(first);
  return (
    <FileViewer files={attachments.map(fileOf)} index={index} onIndexChange={setIndex} onClose={onClose} />
  );
}
