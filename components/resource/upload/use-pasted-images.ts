"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { reportError } from "@/components/errors/report-error";
import { toast } from "@/components/ui/toast";
import { pastedImages } from "./paste";

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
