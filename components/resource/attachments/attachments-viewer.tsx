"use client";
import { useState } from "react";
import FileViewer from "../viewer/file-viewer";
import type { ShownAttachment } from "./addresses";
import { useViewerFile } from "./use-viewer-file";

interface AttachmentsViewerProps {
  attachments: readonly ShownAttachment[];
  /** Which of them is shown first, from 0. */
  first: number;
  onClose: () => void;
}

/** The files of a list on the whole screen, one after the other. */
export default function AttachmentsViewer({ attachments, first, onClose }: AttachmentsViewerProps) {
  const fileOf = useViewerFile();
  const [index, setIndex] = useState(first);
  return (
    <FileViewer files={attachments.map(fileOf)} index={index} onIndexChange={setIndex} onClose={onClose} />
  );
}
