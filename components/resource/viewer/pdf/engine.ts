import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from "pdfjs-dist/legacy/build/pdf.mjs";
import { fileHeaders } from "../read-file";

// The bundlers look for exactly this form of an address.
const workerAddress = new URL("pdfjs-dist/legacy/build/pdf.worker.min.mjs", import.meta.url).href;

/** What some documents need besides: decoders of scans, and the fonts of signs that no computer need have. */
const data: Readonly<Record<string, string>> = {
  "jbig2.wasm": new URL("pdfjs-dist/wasm/jbig2.wasm", import.meta.url).href,
  "openjpeg.wasm": new URL("pdfjs-dist/wasm/openjpeg.wasm", import.meta.url).href,
  "qcms_bg.wasm": new URL("pdfjs-dist/wasm/qcms_bg.wasm", import.meta.url).href,
  "FoxitDingbats.pfb": new URL("pdfjs-dist/standard_fonts/FoxitDingbats.pfb", import.meta.url).href,
  "FoxitSymbol.pfb": new URL("pdfjs-dist/standard_fonts/FoxitSymbol.pfb", import.meta.url).href,
};

/** pdf.js asks for data by name only; this maps the names to addresses in the build. */
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
/** Milliseconds that a worker has to leave its last document; one that reads in a circle never does. */
const timeout = 2_000;

/** All documents of a window share one worker, which goes with the last of them: it may have grown with what it has read. */
function acquireWorker(): DocumentWorker {
  if (!worker) {
    const thread = new Worker(workerAddress, { type: "module" });
    worker = { thread, port: PDFWorker.create({ port: thread }), documents: 0 };
  }
  worker.documents += 1;
  return worker;
}

/** @param left when the document is given back */
function releaseWorker(held: DocumentWorker, left: Promise<void>): void {
  held.documents -= 1;
  if (held.documents > 0) return;
  // The next document has another: nobody waits for what this one is still at.
  if (worker === held) worker = undefined;
  const late = new Promise((resolve) => setTimeout(resolve, timeout));
  Promise.race([left, late]).then(() => {
    held.port.destroy();
    held.thread.terminate();
  });
}

/** Above this, only what is looked at is loaded, in parts. */
const wholeBelow = 20 * 1024 * 1024;
/** Pixels of an image within a document; larger ones are left out rather than taking the window's memory. */
const maxImagePixels = 64 * 1024 * 1024;

/** Opens a document; `close` has to be called in any case. Nothing that it contains is run, nor any form of it filled in. */
export function openPdf(address: string, size: number): { task: PDFDocumentLoadingTask; close: () => void } {
  const loadsParts = size > wholeBelow;
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
    // Errors only: that a document is not as it should be is its author's business.
    verbosity: 0,
  });
  let isOpen = true;
  return {
    task,
    close() {
      if (!isOpen) return;
      isOpen = false;
      // However it went, nobody needs it any more.
      releaseWorker(
        held,
        task.destroy().catch(() => undefined),
      );
    },
  };
}
