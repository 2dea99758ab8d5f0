import { availableParallelism } from "node:os";
import type { PictureSource } from "../../lib/validation/attachment-files";
import { refuseInTransaction } from "../database/open-transaction";
import { RequestError } from "../http/errors";
import { clientGone, type Departure } from "../http/fair-limiter";
import { type Asker, FairQueue } from "../http/fair-queue";
import { readBmpHeader } from "./bmp.mjs";
import { firstOfGif } from "./gif";
import { checkSize, UnusableImage } from "./image-limits";
import { type ImageJob, ImageProcess, type ImageProcessLimits } from "./image-process";
import { checkJpeg, isJpeg } from "./jpeg";
import { checkPng, isPng } from "./png";

interface Limits extends ImageProcessLimits {
  /** Pictures that are decoded at once, each in a process of its own. */
  processes: number;
  /** Milliseconds for a picture to wait for its turn. */
  wait: number;
  /** The same for one that is loaded then: a page shows many that nobody has asked for before. The web process waits longer. */
  waitUnloaded: number;
  /** Pictures that wait, of all people and of one, by their weight. */
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

/** What waits with its bytes takes memory; what is loaded when its turn has come does not. */
const weights = { held: 10, unloaded: 1 };

interface Job extends ImageJob {
  resolve(made: Buffer): void;
  reject(error: Error): void;
  /** It waits no longer. */
  stopWaiting: () => void;
}

const busy = (cause?: Error) =>
  new RequestError("busyPictures", { status: 503, headers: { "retry-after": "10" }, cause });

/**
 * Makes small pictures of large ones. What a picture asks for is looked at first, and decoding takes place in other processes, few
 * at once, which are killed when it takes too long or too much memory: no picture holds up anything but itself.
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
   * A picture cut to a square of `side` pixels at most and made anew, so that nothing is left of what else was in the file:
   * places, programs, a second format.
   * @param isWhole has all of it fit into the square instead
   * @param source what is given: a JPEG or PNG unless it says otherwise; of a PDF the first page is the picture, of a GIF its first
   * @param by who asked for it; people take turns
   * @param departure has it given up while it waits
   * @param picture its bytes, or how to load them when its turn has come: what waits takes no memory
   * @returns a WebP
   * @throws what loading it throws
   * @throws {UnusableImage} for anything but what `source` says, whole and within the limits of `image-limits.ts`
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
      const stopListening = departure?.(() => giveUp(clientGone()));
      job.stopWaiting = () => {
        clearTimeout(late);
        stopListening?.();
      };
      this.next();
    });
  }

  /** Ends all processes; what they were at is refused. */
  close(): void {
    this.isClosed = true;
    for (let job = this.queue.take(); job; job = this.queue.take()) {
      job.stopWaiting();
      job.reject(busy());
    }
    for (const process of this.processes) process.kill();
  }

  /** Gives the next picture to a process that has none, where there is one of each. */
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
    // What came before may have been to blame: it is tried by itself.
    else if (job && process.isUsed) this.start().give(job);
    else if (job)
      job.reject(process.isReady ? new UnusableImage("pictureEffort", cause.message) : busy(cause));
    this.next();
  }
}

/** What of a file is decoded. Each throws an {@link UnusableImage} for what takes too much memory, or is not a picture. */
const checks: Record<PictureSource, (bytes: Buffer) => Buffer> = {
  photo: checkedPhoto,
  gif: firstOfGif,
  bmp: checkedBmp,
  svg: checkedSvg,
  // What it asks for does not show from outside: whoever draws it is stopped when it is too much.
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
 * Lets through what may be an SVG, written as text: one that is packed would unpack to any size. What it asks for does not show
 * from outside; whoever draws it reads no other file and is stopped when it is too much.
 */
function checkedSvg(bytes: Buffer): Buffer {
  if (bytes.length > maxSvgBytes) throw new UnusableImage("pictureEffort", "more than 4 MB of SVG");
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString("latin1", 0, 200)))
    throw new UnusableImage("picture", "no text of an SVG");
  return bytes;
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
