import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { refuseInTransaction } from "../database/open-transaction";
import { RequestError } from "../http/errors";
import { FairQueue } from "./fair-queue";
import { imageLimits, UnusableImage } from "./image-limits";
import { checkJpeg, isJpeg } from "./jpeg";
import { checkPng, isPng } from "./png";

interface Limits {
  /** Pictures that are decoded at once, each in a process of its own. */
  processes: number;
  /** Milliseconds for one picture, after which its process is killed. */
  time: number;
  /** Milliseconds for a process to begin, and for a picture to wait for its turn. */
  start: number;
  wait: number;
  /** Milliseconds after which a process that has nothing to do ends. */
  idle: number;
  /** Bytes of a process. */
  memory: number;
  /** Pictures that wait, of all people and of one. */
  waiting: { all: number; each: number };
  /** What the processes run. */
  worker: URL;
}

const usual: Limits = {
  processes: Math.max(1, Math.min(2, availableParallelism() - 1)),
  time: 8_000,
  start: 10_000,
  wait: 8_000,
  idle: 15_000,
  memory: 320 * 1024 * 1024,
  waiting: { all: 48, each: 12 },
  worker: new URL("./image-worker.mjs", import.meta.url),
};

interface Job {
  bytes: Buffer;
  side: number;
  resolve(made: Buffer): void;
  reject(error: Error): void;
  /** Gives up waiting for a turn. */
  late?: NodeJS.Timeout;
}

interface Reply {
  ready?: true;
  made?: Uint8Array;
  fault?: string;
}

interface Worker {
  process: ChildProcess;
  isReady: boolean;
  /** It has made pictures before, which may have left it with too little memory for another. */
  isUsed: boolean;
  job?: Job;
  timer?: NodeJS.Timeout;
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
  private readonly workers = new Set<Worker>();
  private isClosed = false;

  constructor(limits: Partial<Limits> = {}) {
    this.limits = { ...usual, ...limits };
    this.queue = new FairQueue(this.limits.waiting);
  }

  /**
   * A picture cut to a square of `side` pixels at most and made anew, so that nothing is left of what else was in the file:
   * places, programs, a second format.
   * @param by who asked for it; people have their turns one after the other
   * @returns a WebP
   * @throws {UnusableImage} for anything but a whole JPEG or PNG within the {@link imageLimits}
   * @throws {RequestError} 503 `busyPictures` when too many wait
   */
  async square(bytes: Uint8Array, { side, by }: { side: number; by: string }): Promise<Buffer> {
    refuseInTransaction("A picture is read");
    const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (isPng(image)) checkPng(image);
    else if (isJpeg(image)) checkJpeg(image);
    else throw new UnusableImage("picture", "neither PNG nor JPEG");
    return new Promise((resolve, reject) => {
      const job: Job = { bytes: image, side, resolve, reject };
      if (this.isClosed || !this.queue.add(by, job)) return reject(busy());
      job.late = setTimeout(() => {
        this.queue.remove(by, job);
        reject(busy());
      }, this.limits.wait);
      this.next();
    });
  }

  /** Ends all processes; what they were at is refused. */
  close(): void {
    this.isClosed = true;
    for (let job = this.queue.take(); job; job = this.queue.take()) {
      clearTimeout(job.late);
      job.reject(busy());
    }
    for (const worker of this.workers) worker.process.kill("SIGKILL");
  }

  /** Gives the next picture to a process that has none, where there is one of each. */
  private next(): void {
    const idle = [...this.workers].find(({ job }) => !job);
    if (!idle && this.workers.size >= this.limits.processes) return;
    const job = this.queue.take();
    if (!job) return;
    clearTimeout(job.late);
    this.hand(job, idle ?? this.start());
  }

  private hand(job: Job, worker: Worker): void {
    worker.job = job;
    this.killAfter(worker, worker.isReady ? this.limits.time : this.limits.start);
    worker.process.send({ bytes: job.bytes, side: job.side }, (error) => {
      // It has ended, which is told below.
      if (error) worker.process.kill("SIGKILL");
    });
  }

  private start(): Worker {
    const { memory, worker: script } = this.limits;
    const pixels = imageLimits.megapixels * 1_000_000;
    const child = fork(fileURLToPath(script), [String(memory), String(pixels)], {
      // No secrets, and none of the options that this process was started with.
      env: keptEnvironment(),
      execArgv: ["--max-old-space-size=64"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // Nothing is lost when this process ends: whoever asked has gone with it.
    child.unref();
    child.channel?.unref();
    const worker: Worker = { process: child, isReady: false, isUsed: false };
    this.workers.add(worker);
    child.on("message", (reply: Reply) => this.replied(worker, reply));
    child.once("exit", (code, signal) => this.ended(worker, new Error(`It ended with ${code ?? signal}.`)));
    child.once("error", (error) => this.ended(worker, error));
    return worker;
  }

  private replied(worker: Worker, { ready, made, fault }: Reply): void {
    const { job } = worker;
    if (ready) {
      worker.isReady = true;
      this.killAfter(worker, this.limits.time);
    }
    if (!job || !(made || fault !== undefined)) return;
    worker.job = undefined;
    worker.isUsed = true;
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => {
      // Away first, so that it is given nothing while it ends.
      this.workers.delete(worker);
      worker.process.kill("SIGKILL");
    }, this.limits.idle).unref();
    if (made) job.resolve(Buffer.from(made));
    else job.reject(new UnusableImage("picture", fault));
    this.next();
  }

  /** It was killed, by this process or for what it took, or could not even begin. */
  private ended(worker: Worker, cause: Error): void {
    if (!this.workers.delete(worker)) return;
    clearTimeout(worker.timer);
    const { job } = worker;
    if (job && this.isClosed) job.reject(busy());
    // What came before may have been to blame: it is tried by itself.
    else if (job && worker.isUsed) this.hand(job, this.start());
    else job?.reject(worker.isReady ? new UnusableImage("pictureEffort", cause.message) : busy(cause));
    this.next();
  }

  private killAfter(worker: Worker, milliseconds: number): void {
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => worker.process.kill("SIGKILL"), milliseconds).unref();
  }
}

/** What a process needs of the environment to be started at all. */
function keptEnvironment(): NodeJS.ProcessEnv {
  const names = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "NODE_ENV"];
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as NodeJS.ProcessEnv;
}
