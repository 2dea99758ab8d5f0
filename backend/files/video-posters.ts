import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { type FileHandle, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { ByteRange } from "../../lib/contract/file";
import { refuseInTransaction } from "../core/open-transaction";
import { UnusableImage } from "./image-limits";
import { childEnvironment } from "./image-process";

interface Limits {
  /** Milliseconds for one video. */
  time: number;
  /** Memory limit of the process in bytes, where it can be measured. */
  memory: number;
  /** Bytes of the picture. */
  picture: number;
}

const mebibyte = 1024 * 1024;
const usual: Limits = { time: 8_000, memory: 320 * mebibyte, picture: 16 * mebibyte };

/** Bytes read from both ends of a video: its index, and its first frames. */
const ends = { first: 24 * mebibyte, last: 8 * mebibyte };
const widest = 1024;
/** Frames among which the most representative one is chosen: the very first is mostly black. */
const looked = 24;
const memoryCheckInterval = 50;

/** The demuxer for each kind of file. If it had to guess, ffmpeg would take a list of other files for a video. */
const demuxers: Readonly<Record<string, string>> = {
  mp4: "mov",
  mov: "mov",
  "3gp": "mov",
  mkv: "matroska",
  avi: "avi",
  flv: "flv",
  mpeg: "mpeg",
};

export interface Video {
  /** In lower case, without the dot. */
  extension: string;
  /** Bytes. */
  size: number;
  read: (range: ByteRange) => AsyncIterable<Uint8Array>;
}

/** Extracts posters from videos by ffmpeg, in a separate process for each. */
export class VideoPosters {
  private readonly limits: Limits;

  /** @param program absolute path of ffmpeg */
  constructor(
    private readonly program: string,
    limits: Partial<Limits> = {},
  ) {
    this.limits = { ...usual, ...limits };
  }

  /** Uses the ffmpeg on the PATH. @returns undefined if there is none */
  static onPath(path = process.env.PATH ?? ""): VideoPosters | undefined {
    const programs = path
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, "ffmpeg"));
    const found = programs.find(isExecutable);
    return found === undefined ? undefined : new VideoPosters(found);
  }

  /**
   * One of the first frames of a video, as a PNG.
   * @throws the errors of reading it
   * @throws {UnusableImage} `picture` for an invalid video, `pictureEffort` when it takes too long or too much memory
   */
  async pictureOf({ extension, size, read }: Video): Promise<Buffer> {
    refuseInTransaction("A video is read");
    const demuxer = demuxers[extension];
    if (!demuxer) throw new UnusableImage("picture", `no reader of ${extension}`);
    // ffmpeg has to seek, which pipes do not support.
    const folder = await mkdtemp(join(tmpdir(), "hub-video-")).catch(noRoom);
    try {
      const path = join(folder, "video");
      const file = await open(path, "wx", 0o600).catch(noRoom);
      try {
        await copyEnds(file, size, read);
      } finally {
        await file.close();
      }
      return await this.run(path, demuxer);
    } finally {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  private async run(path: string, demuxer: string): Promise<Buffer> {
    const { time, memory, picture } = this.limits;
    const child = spawn(this.program, argumentsFor(path, demuxer, time), {
      // Without secrets.
      env: childEnvironment(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      child.kill("SIGKILL");
    };
    const late = setTimeout(stop, time);
    const watching = setInterval(async () => {
      if ((await memoryOf(child)) > memory) stop();
    }, memoryCheckInterval);
    try {
      const closed = once(child, "close");
      if (child.pid !== undefined) lowerPriority(child.pid);
      const parts: Buffer[] = [];
      let size = 0;
      child.stdout.on("data", (part: Buffer) => {
        size += part.length;
        parts.push(part);
        if (size > picture) stop();
      });
      const [code] = await closed.catch((error: Error) => {
        throw new UnusableImage("pictureEffort", error.message);
      });
      if (isStopped) throw new UnusableImage("pictureEffort", "It was stopped.");
      if (code !== 0 || size === 0) throw new UnusableImage("picture", `ffmpeg ended with ${code}`);
      return Buffer.concat(parts);
    } finally {
      clearTimeout(late);
      clearInterval(watching);
    }
  }
}

/** As an array, and never through a shell. */
function argumentsFor(path: string, demuxer: string, time: number): string[] {
  const seconds = String(Math.ceil(time / 1000));
  const picture = `scale='min(${widest},iw)':-2,thumbnail=${looked}`;
  return [
    ...["-hide_banner", "-nostdin", "-loglevel", "quiet"],
    // Lets it exit even if its parent is gone.
    ...["-timelimit", seconds, "-max_alloc", String(64 * mebibyte), "-filter_threads", "1"],
    // Opens only this file, and no file referenced in it.
    ...["-protocol_whitelist", "file", "-f", demuxer],
    ...["-threads", "1", "-max_pixels", "40000000", "-an", "-sn", "-dn", "-i", `file:${path}`],
    ...["-map", "0:v:0", "-vf", picture, "-frames:v", "1", "-threads", "1"],
    ...["-c:v", "png", "-f", "image2pipe", "pipe:1"],
  ];
}

/** The gap between both ends stays sparse. */
async function copyEnds(file: FileHandle, size: number, read: Video["read"]): Promise<void> {
  const isShort = size <= ends.first + ends.last;
  const ranges = isShort
    ? [{ start: 0, end: size - 1 }]
    : [
        { start: 0, end: ends.first - 1 },
        { start: size - ends.last, end: size - 1 },
      ];
  await file.truncate(size).catch(noRoom);
  for (const range of ranges) {
    let at = range.start;
    for await (const part of read(range)) {
      await file.write(part, 0, part.length, at).catch(noRoom);
      at += part.length;
    }
  }
}

function noRoom(error: Error): never {
  throw new UnusableImage("pictureEffort", error.message);
}

/** Bytes; 0 where it cannot be measured. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** Lower priority than the server. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, 5);
  } catch {
    // It has already ended.
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
