import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { PictureSource } from "../../lib/validation/attachment-files";
import { imageLimits } from "./image-limits";

export interface ImageProcessLimits {
  /** Milliseconds per picture, after which the process is killed. */
  time: number;
  /** Milliseconds for the process to start. */
  start: number;
  /** Milliseconds after which an idle process exits. */
  idle: number;
  /** Bytes of the process. */
  memory: number;
  /** The script of the process. */
  worker: URL;
}

/** A picture, a drawing or the first page of a PDF, to be cropped to a square of `side` pixels, or fitted into one. */
export interface ImageJob {
  /** Called when its turn comes, so that waiting jobs take no memory. Throws for content that must not be decoded. */
  load: () => Promise<Buffer>;
  side: number;
  isWhole?: boolean;
  source: PictureSource;
}

/** The result for a picture: a WebP, or an error. */
export interface ImageReply {
  made?: Uint8Array;
  fault?: string;
}

interface Owner<Job extends ImageJob> {
  replied(process: ImageProcess<Job>, job: Job, reply: ImageReply): void;
  /** The picture could not be loaded; the process is free. */
  unloaded(process: ImageProcess<Job>, job: Job, error: Error): void;
  /** It was idle and is exiting: it gets no more work. */
  idle(process: ImageProcess<Job>): void;
  /** It was killed, by this process or for its use of resources, or failed to start. */
  ended(process: ImageProcess<Job>, cause: Error): void;
}

/** A process that decodes pictures, one at a time: killed when one takes too long or too much memory. */
export class ImageProcess<Job extends ImageJob> {
  isReady = false;
  /** It has processed pictures before, which may have left too little memory. */
  isUsed = false;
  /** It has received a complete picture. */
  isAtWork = false;
  /** The current job. */
  job: Job | undefined;
  private readonly child: ChildProcess;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: ImageProcessLimits,
    private readonly owner: Owner<Job>,
  ) {
    const pixels = imageLimits.megapixels * 1_000_000;
    this.child = fork(fileURLToPath(limits.worker), [String(limits.memory), String(pixels)], {
      // Without secrets and without this process's options.
      env: childEnvironment(),
      execArgv: ["--max-old-space-size=64"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // Does not keep this process alive: its clients are gone by then.
    this.child.unref();
    this.child.channel?.unref();
    this.child.on("message", (reply: ImageReply & { ready?: true }) => this.heard(reply));
    this.child.once("exit", (code, signal) => this.ended(new Error(`It ended with ${code ?? signal}.`)));
    this.child.once("error", (error) => this.ended(error));
  }

  give(job: Job): void {
    this.job = job;
    clearTimeout(this.timer);
    // It starts while the picture is loaded.
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
    // It has ended meanwhile, and another one has the job.
    if (this.job !== job) return;
    this.isAtWork = true;
    if (this.isReady) this.after(this.limits.time, () => this.kill());
    const { side, isWhole, source } = job;
    this.child.send({ bytes, side, isWhole, source }, (error) => {
      // Its end is reported below.
      if (error) this.kill();
    });
  }

  /** Marks it as idle, and ends it after a while. */
  private rest(): void {
    this.job = undefined;
    this.isAtWork = false;
    this.after(this.limits.idle, () => {
      // Removed first, so that it gets no work while it ends.
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

/** The environment variables that a process needs to start. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const names = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "NODE_ENV"];
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as NodeJS.ProcessEnv;
}
