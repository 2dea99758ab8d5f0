import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { RequestError } from "../core/errors";
import { refuseInTransaction } from "../core/open-transaction";
import { type Departure, FairLimiter } from "../queues/fair-limiter";
import type { Asker } from "../queues/fair-queue";

interface Limits {
  /** Concurrent conversions. */
  atOnce: number;
  /** Milliseconds that one waits for its turn. */
  wait: number;
  /** Milliseconds per conversion, including upload and download. */
  time: number;
  /** Size limit of the result in bytes. */
  pdf: number;
  /** Results up to this size in bytes are buffered, so that slow receivers do not block conversions. */
  held: number;
}

const megabyte = 1024 * 1024;
const usual: Limits = { atOnce: 3, wait: 5_000, time: 120_000, pdf: 200 * megabyte, held: 8 * megabyte };

/** The converter will never be able to read the document or make a PDF of it. */
export class UnconvertibleDocument extends RequestError {
  constructor(cause: string) {
    super("unconvertible", { status: 409, cause });
  }
}

const away = (cause: unknown) =>
  new RequestError("converterAway", { status: 503, headers: { "retry-after": "30" }, cause });

export interface OfficeDocument {
  /** Without the dot; the document's name itself is not revealed. */
  extension: string;
  content: AsyncIterable<Uint8Array>;
}

interface Converting {
  by: Asker;
  /** Aborts waiting, and the conversion unless `isKept`. */
  departure?: Departure;
  /** Whether the PDF is stored for others. */
  isKept?: boolean;
}

/** Converts documents to PDF by a service with Gotenberg's API (`POST /forms/libreoffice/convert`). */
export class OfficeConverter {
  private readonly limits: Limits;
  private readonly limiter: FairLimiter;
  private readonly address: string;

  /** @param url of the service, such as `http://gotenberg:3000` */
  constructor(url: string, limits: Partial<Limits> = {}) {
    this.limits = { ...usual, ...limits };
    const { atOnce, wait } = this.limits;
    const each = Math.max(1, atOnce - 1);
    this.limiter = new FairLimiter({ atOnce, each, timeout: wait, waiting: { all: 60, each: 12 } });
    this.address = `${url.replace(/\/+$/, "")}/forms/libreoffice/convert`;
  }

  /**
   * Converts a document to PDF. Buffers small results; streams a large one, which occupies its slot meanwhile.
   * @throws the errors of `content`
   * @throws {UnconvertibleDocument} 409 for documents that the service refuses, and for PDFs above the limit
   * @throws {RequestError} 503 `converterAway` when the service fails, 503 `busy` when too many conversions are waiting
   */
  async *pdfOf(document: OfficeDocument, { by, departure, isKept }: Converting): AsyncGenerator<Uint8Array> {
    refuseInTransaction("A document is converted");
    const release = await this.limiter.take(by, { departure });
    const gone = new AbortController();
    const stopListening = isKept ? undefined : departure?.(() => gone.abort());
    try {
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(this.limits.time)]);
      const pdf = this.limited(await this.ask(document, signal));
      let held: Uint8Array[] = [];
      let size = 0;
      for await (const part of pdf) {
        held.push(part);
        size += part.length;
        if (size <= this.limits.held) continue;
        yield* held;
        held = [];
      }
      release();
      yield* held;
    } finally {
      stopListening?.();
      release();
    }
  }

  private async ask({ extension, content }: OfficeDocument, signal: AbortSignal): Promise<Readable> {
    const boundary = randomUUID();
    let unread: unknown;
    async function* form() {
      yield Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="document.${extension}"\r\n` +
          "content-type: application/octet-stream\r\n\r\n",
      );
      try {
        yield* content;
      } catch (error) {
        unread = error;
        throw error;
      }
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    }
    const response = await fetch(this.address, {
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      body: Readable.toWeb(Readable.from(form())) as BodyInit,
      duplex: "half",
      redirect: "error",
      signal,
    } as RequestInit).catch((error: unknown) => {
      throw unread ?? away(error);
    });
    if (response.ok && response.body) return Readable.fromWeb(response.body as never);
    await response.body?.cancel();
    // These statuses concern the document; 401, 404, 429 and the like concern the installation.
    if ([400, 415, 422].includes(response.status))
      throw new UnconvertibleDocument(`The converter answered ${response.status}`);
    throw away(new Error(`The converter answered ${response.status}`));
  }

  private async *limited(pdf: Readable): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const part of pdf) {
        size += part.length;
        if (size > this.limits.pdf) throw new UnconvertibleDocument("The PDF is too large");
        yield part;
      }
    } catch (error) {
      throw error instanceof UnconvertibleDocument ? error : away(error);
    }
  }
}
