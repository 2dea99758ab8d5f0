"use client";
import {
  InvalidPDFException,
  PasswordResponses,
  type PDFDocumentProxy,
  type PDFPageProxy,
  ResponseException,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useState } from "react";
import { type FileProblemReason, problemOfStatus } from "../read-file";
import type { ViewerFile } from "../viewer-file";
import { openPdf } from "./engine";

/** Size of a page at scale 1, unrotated. */
export interface PageSize {
  width: number;
  height: number;
}

export type PdfState =
  | { state: "loading" }
  | { state: "failed"; reason: FileProblemReason; retry: () => void }
  | { state: "locked"; wasWrong: boolean; unlock: (password: string) => void }
  | { state: "ready"; document: PDFDocumentProxy; firstPage: PageSize };

/** Loads a document while its tab is visible; hiding the tab releases it. */
export function usePdf({ addresses: { stream, pdf: converted }, size }: ViewerFile): PdfState {
  const [pdf, setPdf] = useState<PdfState>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the load
  useEffect(() => {
    let isHere = true;
    setPdf({ state: "loading" });
    const { task, close } = openPdf(stream, size);
    task.onPassword = (unlock: (password: string) => void, reason: number) => {
      const wasWrong = reason === PasswordResponses.INCORRECT_PASSWORD;
      if (isHere) setPdf({ state: "locked", wasWrong, unlock });
    };
    const show = async () => {
      const document = await task.promise;
      const firstPage = sizeOf(await document.getPage(1));
      if (isHere) setPdf({ state: "ready", document, firstPage });
    };
    show().catch((error: unknown) => {
      if (!isHere) return;
      const problem = reasonOf(error);
      // The document exists, but could not be converted.
      const reason = problem === "missing" && stream === converted ? "unreadable" : problem;
      setPdf({ state: "failed", reason, retry: () => setAttempt((count) => count + 1) });
    });
    return () => {
      isHere = false;
      close();
      setPdf({ state: "loading" });
    };
  }, [stream, converted, size, attempt]);
  return pdf;
}

export function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

function reasonOf(error: unknown): FileProblemReason {
  if (error instanceof ResponseException) return problemOfStatus(error.status);
  if (error instanceof InvalidPDFException) return "unreadable";
  // Protected by a certificate or an unknown method instead of a password.
  if (error instanceof Error && /encryption (?:method|algorithm)/.test(error.message)) return "protected";
  // Network errors have no class.
  return error instanceof TypeError ? "unreachable" : "unreadable";
}
