import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
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

/** A picture to be cut to a square of `side` pixels, or made to fit into one. */
export interface ImageJob {
  bytes: Buffer;
  side: number;
  isWhole?: boolean;
}

/** What became of a picture: a WebP, or why there is none. */
export interface ImageReply {
  made?: Uint8Array;
  fault?: string;
}

interface Owner<Job extends ImageJob> {
  replied(process: ImageProcess<Job>, job: Job, reply: ImageReply): void;
  /** It ends for want of something to do, and is to be given nothing any more. */
  idle(process: ImageProcess<Job>): void;
  /** It was killed, by this process or for what it took, or could not even begin. */
  ended(process: ImageProcess<Job>, cause: Error): void;
}

/** A process that decodes pictures, one at a time: killed when one takes too long or too much memory. */
export class ImageProcess<Job extends ImageJob> {
  isReady = false;
  /** It has made pictures before, which may have left it with too little memory for another. */
  isUsed = false;
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
    this.after(this.isReady ? this.limits.time : this.limits.start, () => this.kill());
    this.child.send({ bytes: job.bytes, side: job.side, isWhole: job.isWhole }, (error) => {
      // It has ended, which is told below.
      if (error) this.kill();
    });
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }

  private heard({ ready, ...reply }: ImageReply & { ready?: true }): void {
    const { job } = this;
    if (ready) {
      this.isReady = true;
      this.after(this.limits.time, () => this.kill());
    }
    if (!job || !(reply.made || reply.fault !== undefined)) return;
    this.job = undefined;
    this.isUsed = true;
    this.after(this.limits.idle, () => {
      // Away first, so that it is given nothing while it ends.
      this.owner.idle(this);
      this.kill();
    });
    this.owner.replied(this, job, reply);
  }

  private ended(cause: Error): void {
    clearTimeout(this.timer);
    this.owner.ended(this, cause);
  }

  private after(milliseconds: number, run: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(run, milliseconds).unref();
  }
}

/** What a process needs of the environment to be started at all. */
function keptEnvironment(): NodeJS.ProcessEnv {
  const names = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "NODE_ENV"];
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as NodeJS.ProcessEnv;
}
