import { availableParallelism } from "node:os";
import type { PictureSource } from "../../lib/validation/attachment-files";
import { RequestError } from "../core/errors";
import { refuseInTransaction } from "../core/open-transaction";
import { clientDisconnected, type Departure } from "../queues/fair-limiter";
import { type Asker, FairQueue } from "../queues/fair-queue";
import { readBmpHeader } from "./bmp.mjs";
import { firstOfGif } from "./gif";
import { checkSize, UnusableImage } from "./image-limits";
import { type ImageJob, ImageProcess, type ImageProcessLimits } from "./image-process";
import { checkJpeg, isJpeg } from "./jpeg";
import { checkPng, isPng } from "./png";

interface Limits extends ImageProcessLimits {
  /** Concurrent decoding processes. */
  processes: number;
  /** Milliseconds for a picture to wait for its turn. */
  wait: number;
  /**
   * The same for one loaded in its turn: a page shows many that were never requested before. The web process waits
   * longer.
   */
  waitUnloaded: number;
  /** Limits of waiting pictures by weight: in total and for one person. */
  waiting: { all: number; each: number };
}

const usual: Limits = {
  processes: Math.max(1, Math.min(2, availableParallelism() - 1)),
  time: 8_000,
  start: 10_000,
  wait: 8_000,
  waitUnloaded: 14_000,
  idle: 15_000,
  memory: 320 * 1024 * 1024,
  waiting: { all: 480, each: 120 },
  worker: new URL("./image-worker.mjs", import.meta.url),
};

/** Waiting pictures in memory cost more than those loaded in their turn. */
const weights = { held: 10, unloaded: 1 };

interface Job extends ImageJob {
  resolve(made: Buffer): void;
  reject(error: Error): void;
  /** Stops listening while it waited. */
  stopWaiting: () => void;
}

const busy = (cause?: Error) =>
  new RequestError("busyPictures", { status: 503, headers: { "retry-after": "10" }, cause });

/**
 * Makes thumbnails. Checks a picture's demands first, and decodes in a few separate processes, killed when one takes
 * too long or too much memory: a picture affects only itself.
 */
export class Thumbnails {
  private readonly limits: Limits;
  private readonly queue: FairQueue<Job>;
  private readonly processes = new Set<ImageProcess<Job>>();
  private isClosed = false;

  constructor(limits: Partial<Limits> = {}) {
    this.limits = { ...usual, ...limits };
    this.queue = new FairQueue(this.limits.waiting);
  }

  /**
   * Crops a picture to a square of at most `side` pixels and encodes it again, so that nothing else of the file
   * remains: locations, programs, a second format.
   * @param isWhole fits all of it into the square instead
   * @param source kind of the content: a JPEG or PNG by default; of a PDF the first page is used, of a GIF the first
   * frame
   * @param by the requesting person; people take turns
   * @param departure abandons it while it waits
   * @param picture its bytes, or a function that loads them in its turn, to save memory while waiting
   * @returns a WebP
   * @throws the errors of loading it
   * @throws {UnusableImage} unless it is a complete `source` within the limits of `image-limits.ts`
   * @throws {RequestError} 503 `busyPictures` when too many wait
   */
  async square(
    picture: Uint8Array | (() => Promise<Uint8Array>),
    {
      side,
      by,
      isWhole,
      source = "photo",
      departure,
    }: { side: number; by: Asker; isWhole?: boolean; source?: PictureSource; departure?: Departure },
  ): Promise<Buffer> {
    refuseInTransaction("A picture is read");
    const check = (bytes: Uint8Array) => checks[source](asBuffer(bytes));
    const image = picture instanceof Uint8Array ? check(picture) : undefined;
    const load = async () => image ?? check(await (picture as () => Promise<Uint8Array>)());
    return new Promise((resolve, reject) => {
      const job: Job = { load, side, isWhole, source, resolve, reject, stopWaiting: () => undefined };
      if (this.isClosed || !this.queue.add(by, job, image ? weights.held : weights.unloaded))
        return reject(busy());
      const giveUp = (error: Error) => {
        this.queue.remove(by, job);
        job.stopWaiting();
        reject(error);
      };
      const late = setTimeout(() => giveUp(busy()), image ? this.limits.wait : this.limits.waitUnloaded);
      const stopListening = departure?.(() => giveUp(clientDisconnected()));
      job.stopWaiting = () => {
        clearTimeout(late);
        stopListening?.();
      };
      this.next();
    });
  }

  /** Ends all processes; their jobs are rejected. */
  close(): void {
    this.isClosed = true;
    for (let job = this.queue.take(); job; job = this.queue.take()) {
      job.stopWaiting();
      job.reject(busy());
    }
    for (const process of this.processes) process.kill();
  }

  /** Gives the next picture to an idle process. */
  private next(): void {
    const idle = [...this.processes].find(({ job }) => !job);
    if (!idle && this.processes.size >= this.limits.processes) return;
    const job = this.queue.take();
    if (!job) return;
    job.stopWaiting();
    (idle ?? this.start()).give(job);
  }

  private start(): ImageProcess<Job> {
    const started = new ImageProcess<Job>(this.limits, {
      replied: (_, job, { made, fault }) => {
        if (made) job.resolve(Buffer.from(made));
        else job.reject(new UnusableImage("picture", fault));
        this.next();
      },
      unloaded: (_, job, error) => {
        job.reject(error);
        this.next();
      },
      idle: (process) => this.processes.delete(process),
      ended: (process, cause) => this.ended(process, cause),
    });
    this.processes.add(started);
    return started;
  }

  private ended(process: ImageProcess<Job>, cause: Error): void {
    if (!this.processes.delete(process)) return;
    const { job } = process;
    if (job && (this.isClosed || !process.isAtWork)) job.reject(busy(cause));
    // An earlier picture may be the cause: retries this one in a fresh process.
    else if (job && process.isUsed) this.start().give(job);
    else if (job)
      job.reject(process.isReady ? new UnusableImage("pictureEffort", cause.message) : busy(cause));
    this.next();
  }
}

/**
 * Checks of content before decoding. Each throws an {@link UnusableImage} for invalid pictures, or those that need too
 * much memory.
 */
const checks: Record<PictureSource, (bytes: Buffer) => Buffer> = {
  photo: checkedPhoto,
  gif: firstOfGif,
  bmp: checkedBmp,
  svg: checkedSvg,
  // Its demands cannot be checked in advance: the drawing process is stopped when it exceeds its limits.
  pdf: (bytes) => bytes,
};

function checkedPhoto(image: Buffer): Buffer {
  if (isPng(image)) checkPng(image);
  else if (isJpeg(image)) checkJpeg(image);
  else throw new UnusableImage("picture", "neither PNG nor JPEG");
  return image;
}

function checkedBmp(bytes: Buffer): Buffer {
  let header: ReturnType<typeof readBmpHeader>;
  try {
    header = readBmpHeader(bytes);
  } catch (error) {
    throw new UnusableImage("picture", (error as Error).message);
  }
  checkSize(header.width, header.height);
  return bytes;
}

/** The time that a drawing takes grows with its size. */
const maxSvgBytes = 4 * 1024 * 1024;

/**
 * Accepts text that may be an SVG, uncompressed, since a compressed one could have any size. Its demands cannot be
 * checked in advance; the drawing process reads no other file and is stopped when it exceeds its limits.
 */
function checkedSvg(bytes: Buffer): Buffer {
  if (bytes.length > maxSvgBytes) throw new UnusableImage("pictureEffort", "more than 4 MB of SVG");
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString("latin1", 0, 200)))
    throw new UnusableImage("picture", "no text of an SVG");
  return bytes;
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
