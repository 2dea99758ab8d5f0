"use client";
import { useTranslations } from "next-intl";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { reportError } from "@/components/errors/report-error";
import { toast } from "@/components/ui/toast";
import { pastedImages } from "./paste";

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Handles files dropped on an element; spread `target` on it. */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void, isOn = true) {
  const [isOver, setIsOver] = useState(false);
  // A child is entered before its parent is left.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setIsOver(false);
  };
  const target = {
    onDragEnter(event: DragEvent) {
      if (!bringsFiles(event)) return;
      depth.current += 1;
      setIsOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!bringsFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) end();
    },
    onDragOver(event: DragEvent) {
      if (bringsFiles(event)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      end();
      if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver: isOn && isOver, target: isOn ? target : {} };
}

/** Handles images pasted anywhere while mounted; reports a paste without images (AT-02). */
export function usePastedImages(onFiles: (files: readonly File[]) => void, isOn = true): void {
  const t = useTranslations("attachments.paste");
  const latest = useRef({ onFiles, t });
  latest.current = { onFiles, t };
  useEffect(() => {
    if (!isOn) return;
    const paste = (event: ClipboardEvent) => {
      const { onFiles, t } = latest.current;
      const pasted = pastedImages(event.clipboardData);
      const isText =
        event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]");
      if (isText && pasted.kind !== "images") return;
      event.preventDefault();
      if (pasted.kind === "images") onFiles(pasted.files);
      else if (pasted.kind === "none") toast.info(t("none"));
      else if (pasted.kind === "unsupported") toast.info(t("unsupported", { type: pasted.type || "?" }));
      else reportError(t("failed"));
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [isOn]);
}
