import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { refuseInTransaction } from "../database/open-transaction";
import { RequestError } from "../http/errors";
import { type Departure, FairLimiter } from "../http/fair-limiter";
import type { Asker } from "../http/fair-queue";

interface Limits {
  /** Documents that are converted at once. */
  atOnce: number;
  /** Milliseconds that one waits for its turn. */
  wait: number;
  /** Milliseconds for one, its upload and download included. */
  time: number;
  /** Bytes of what comes back. */
  pdf: number;
  /** Bytes of what comes back that are held, so that who takes them slowly keeps nobody from converting. */
  held: number;
}

const megabyte = 1024 * 1024;
const usual: Limits = { atOnce: 3, wait: 5_000, time: 120_000, pdf: 200 * megabyte, held: 8 * megabyte };

/** The converter could read the document, or make a PDF of it, at no time. */
export class UnconvertibleDocument extends RequestError {
  constructor(cause: string) {
    super("unconvertible", { status: 409, cause });
  }
}

const away = (cause: unknown) =>
  new RequestError("converterAway", { status: 503, headers: { "retry-after": "30" }, cause });

export interface OfficeDocument {
  /** Without the dot; of what somebody calls the document, nothing else is told. */
  extension: string;
  content: AsyncIterable<Uint8Array>;
}

interface Converting {
  by: Asker;
  /** Ends what waits for its turn, and the conversion unless `isKept`. */
  departure?: Departure;
  /** Whether others are given the PDF, too. */
  isKept?: boolean;
}

/** Makes PDFs of documents by a service that speaks as Gotenberg does (`POST /forms/libreoffice/convert`). */
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
   * A document as a PDF. A small one is held until it is there; a large one is told as it comes, for which it is nobody
   * else's turn.
   * @throws what `content` throws
   * @throws {UnconvertibleDocument} 409 for what the service refuses to read, and for PDFs above the limit
   * @throws {RequestError} 503 `converterAway` where the service does not answer as it should, 503 `busy` where too much is
   * being converted already
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
    // What is wrong with the document is told by these; 401, 404, 429 and the like tell of the installation.
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
