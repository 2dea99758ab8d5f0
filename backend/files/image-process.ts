import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { PictureSource } from "../../lib/validation/attachment-files";
import { imageLimits } from "./image-limits";

export interface ImageProcessLimits {
  /** Milliseconds for one picture, after which the process is killed. */
  time: number;
  /** Milliseconds for the process to begin. */
  start: number;
  /** Milliseconds after which a process that has nothing to do ends. */
  idle: number;
  /** Bytes of the process. */
  memory: number;
  /** What the process runs. */
  worker: URL;
}

/** A picture, a drawing or the first page of a PDF, to be cut to a square of `side` pixels, or made to fit into one. */
export interface ImageJob {
  /** Asked when its turn has come, so that what waits takes no memory. Throws for what is not to be decoded. */
  load: () => Promise<Buffer>;
  side: number;
  isWhole?: boolean;
  source: PictureSource;
}

/** What became of a picture: a WebP, or why there is none. */
export interface ImageReply {
  made?: Uint8Array;
  fault?: string;
}

interface Owner<Job extends ImageJob> {
  replied(process: ImageProcess<Job>, job: Job, reply: ImageReply): void;
  /** The picture could not be loaded; the process can have another. */
  unloaded(process: ImageProcess<Job>, job: Job, error: Error): void;
  /** It has been idle and is ending: it is given no more work. */
  idle(process: ImageProcess<Job>): void;
  /** It was killed, by this process or for what it took, or could not even begin. */
  ended(process: ImageProcess<Job>, cause: Error): void;
}

/** A process that decodes pictures, one at a time: killed when one takes too long or too much memory. */
export class ImageProcess<Job extends ImageJob> {
  isReady = false;
  /** It has made pictures before, which may have left it with too little memory for another. */
  isUsed = false;
  /** It has been given all of a picture. */
  isAtWork = false;
  /** What it is at. */
  job: Job | undefined;
  private readonly child: ChildProcess;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: ImageProcessLimits,
    private readonly owner: Owner<Job>,
  ) {
    const pixels = imageLimits.megapixels * 1_000_000;
    this.child = fork(fileURLToPath(limits.worker), [String(limits.memory), String(pixels)], {
      // No secrets, and none of the options that this process was started with.
      env: keptEnvironment(),
      execArgv: ["--max-old-space-size=64"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // Nothing is lost when this process ends: whoever asked has gone with it.
    this.child.unref();
    this.child.channel?.unref();
    this.child.on("message", (reply: ImageReply & { ready?: true }) => this.heard(reply));
    this.child.once("exit", (code, signal) => this.ended(new Error(`It ended with ${code ?? signal}.`)));
    this.child.once("error", (error) => this.ended(error));
  }

  give(job: Job): void {
    this.job = job;
    clearTimeout(this.timer);
    // It begins while the picture is loaded.
    if (!this.isReady) this.after(this.limits.start, () => this.kill());
    job.load().then(
      (bytes) => this.decode(job, bytes),
      (error: Error) => {
        if (this.job !== job) return;
        this.rest();
        this.owner.unloaded(this, job, error);
      },
    );
  }

  private decode(job: Job, bytes: Buffer): void {
    // It has ended meanwhile, and another is at it.
    if (this.job !== job) return;
    this.isAtWork = true;
    if (this.isReady) this.after(this.limits.time, () => this.kill());
    const { side, isWhole, source } = job;
    this.child.send({ bytes, side, isWhole, source }, (error) => {
      // It has ended, which is told below.
      if (error) this.kill();
    });
  }

  /** Has nothing to do, and ends when that lasts. */
  private rest(): void {
    this.job = undefined;
    this.isAtWork = false;
    this.after(this.limits.idle, () => {
      // Away first, so that it is given nothing while it ends.
      this.owner.idle(this);
      this.kill();
    });
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }

  private heard({ ready, ...reply }: ImageReply & { ready?: true }): void {
    const { job } = this;
    if (ready) {
      this.isReady = true;
      if (this.isAtWork) this.after(this.limits.time, () => this.kill());
      else if (job) clearTimeout(this.timer);
    }
    if (!job || !(reply.made || reply.fault !== undefined)) return;
    this.isUsed = true;
    this.rest();
    this.owner.replied(this, job, reply);
  }

  private ended(cause: Error): void {
    clearTimeout(this.timer);
    this.owner.ended(this, cause);
    this.job = undefined;
  }

  private after(milliseconds: number, run: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(run, milliseconds).unref();
  }
}

/** What a process needs of the environment to be started at all. */
export function keptEnvironment(): NodeJS.ProcessEnv {
  const names = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "NODE_ENV"];
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as NodeJS.ProcessEnv;
}
