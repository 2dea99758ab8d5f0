import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from "pdfjs-dist/legacy/build/pdf.mjs";
import { fileHeaders } from "../read-file";

// Bundlers detect exactly this form of a URL.
const workerAddress = new URL("pdfjs-dist/legacy/build/pdf.worker.min.mjs", import.meta.url).href;

/** Data for some documents: decoders of scans, and standard fonts. */
const data: Readonly<Record<string, string>> = {
  "jbig2.wasm": new URL("pdfjs-dist/wasm/jbig2.wasm", import.meta.url).href,
  "openjpeg.wasm": new URL("pdfjs-dist/wasm/openjpeg.wasm", import.meta.url).href,
  "qcms_bg.wasm": new URL("pdfjs-dist/wasm/qcms_bg.wasm", import.meta.url).href,
  "FoxitDingbats.pfb": new URL("pdfjs-dist/standard_fonts/FoxitDingbats.pfb", import.meta.url).href,
  "FoxitSymbol.pfb": new URL("pdfjs-dist/standard_fonts/FoxitSymbol.pfb", import.meta.url).href,
};

/** pdf.js requests data by name; this maps names to build addresses. */
class DataFactory {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const addresses = kind === "cMapUrl" ? (await import("./character-maps")).characterMaps : data;
    const address = addresses[filename];
    if (!address) throw new Error(`There is no ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename} answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

interface DocumentWorker {
  thread: Worker;
  port: PDFWorker;
  documents: number;
}

let worker: DocumentWorker | undefined;
/** Milliseconds for a worker to release its last document; a hanging one never does. */
const timeout = 2_000;

/** All documents of a window share one worker. It ends with the last of them, since its memory may have grown. */
function acquireWorker(): DocumentWorker {
  if (!worker) {
    const thread = new Worker(workerAddress, { type: "module" });
    worker = { thread, port: PDFWorker.create({ port: thread }), documents: 0 };
  }
  worker.documents += 1;
  return worker;
}

/** @param left resolves when the document is released */
function releaseWorker(held: DocumentWorker, left: Promise<void>): void {
  held.documents -= 1;
  if (held.documents > 0) return;
  // The next document gets a new worker instead of waiting for this one.
  if (worker === held) worker = undefined;
  const late = new Promise((resolve) => setTimeout(resolve, timeout));
  Promise.race([left, late]).then(() => {
    held.port.destroy();
    held.thread.terminate();
  });
}

/** Larger files are loaded in ranges. */
const maxWholeBytes = 20 * 1024 * 1024;
/** Maximum pixels of an image; larger ones are omitted to save memory. */
const maxImagePixels = 64 * 1024 * 1024;

/** Opens a document; always call `close`. Scripts and forms are disabled. */
export function openPdf(address: string, size: number): { task: PDFDocumentLoadingTask; close: () => void } {
  const loadsParts = size > maxWholeBytes;
  const held = acquireWorker();
  const task = getDocument({
    url: new URL(address, location.href).href,
    httpHeaders: fileHeaders,
    worker: held.port,
    disableAutoFetch: loadsParts,
    disableStream: loadsParts,
    isEvalSupported: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: maxImagePixels,
    useWorkerFetch: false,
    BinaryDataFactory: DataFactory,
    // Errors only: warnings concern the document's author.
    verbosity: 0,
  });
  let isOpen = true;
  return {
    task,
    close() {
      if (!isOpen) return;
      isOpen = false;
      // Regardless of the outcome.
      releaseWorker(
        held,
        task.destroy().catch(() => undefined),
      );
    },
  };
}
