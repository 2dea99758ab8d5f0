import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { invalid, RequestError } from "../../../core/errors";
import { refuseInTransaction } from "../../../core/open-transaction";
import { type Asking, clientDisconnected, FairLimiter } from "../../../queues/fair-limiter";
import type { Asker } from "../../../queues/fair-queue";
import type { Plan, Question } from "./plan";
import { processorTimeOf } from "./processor-time";
import type { Paragraph } from "./tags";

const megabyte = 1024 * 1024;
const limits = {
  /**
   * Milliseconds to wait for a turn, and limits of processor and wall-clock time per turn: the web process times out
   * first only on busy machines.
   */
  wait: 7_000,
  turn: { processor: 10_000, whole: 60_000 },
  /** Milliseconds per step of background work. */
  background: 600_000,
  /** Milliseconds within which an unbuffered document must be fetched. */
  fetch: 120_000,
  /** Documents up to this size in bytes are buffered, so that slow networks do not prolong turns. */
  held: 32 * megabyte,
  /** Limit of characters of a filled document, calculated before filling. */
  characters: { turn: 60_000_000, background: 200_000_000 },
  memory: 700 * megabyte,
};

const busyReports = (cause?: unknown) =>
  new RequestError("busyReports", { status: 503, headers: { "retry-after": "10" }, cause });

const turns = new FairLimiter({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  each: 1,
  timeout: limits.wait,
  waiting: { all: 48, each: 8 },
  refusal: busyReports,
});

export type Texts = (string | boolean)[];
/** Texts of a row, followed by the entries of each of its lists. */
export type RowTexts = (string | boolean | Texts[])[];

interface RowNames {
  names: string[];
  /** The lists within a row, in order, with the names used in their entries. */
  lists: { name: string; names: string[] }[];
}

/** The names that a layout uses. */
export function planNames({ ofReport, ofRow, ofEntry }: Plan): { ofReport: string[]; ofRow: RowNames } {
  const names = (questions: readonly Question[]) => questions.map(({ name }) => name);
  const lists = Object.entries(ofEntry).map(([name, asked]) => ({ name, names: names(asked) }));
  return { ofReport: names(ofReport), ofRow: { names: names(ofRow), lists } };
}

interface FillJob {
  delimiters: Plan["delimiters"];
  lists: readonly string[];
  data: { report: { names: string[]; values: Texts }; rows: RowNames & { list: RowTexts[] } };
  logo?: Uint8Array;
}

interface Reply {
  written?: number;
  answered?: unknown;
  refused?: { rule: Parameters<typeof invalid>[0][number]["rule"]; values: Record<string, string | number> };
  complaint?: { text: string };
  fault?: string;
}

const tooMuch = () => invalid([{ propertyName: "file", rule: "layoutEffort" }]);

/**
 * A process that parses and fills one docx with unforeseeable demands (docs/decisions/0074): killed when it
 * takes too long or too much memory. Few run at once, and people take turns.
 */
export class LayoutProcess {
  private readonly child: ChildProcess;
  private waits: { resolve: (answer: unknown) => void; reject: (error: Error) => void } | undefined;
  private gone: Error | undefined;
  private isOver = false;
  private stopListening: (() => void) | undefined;
  private release: (() => void) | undefined;
  private watching: NodeJS.Timeout | undefined;

  /** Background work takes no turn. @param told receives the number of written rows; its signal aborts */
  static inBackground(
    file: () => AsyncIterable<Uint8Array>,
    told: { onRows: (count: number) => void; signal: AbortSignal },
  ): LayoutProcess {
    refuseInTransaction("A layout is read");
    return new LayoutProcess(file(), told);
  }

  /**
   * Callers must end it; `departure` ends it too.
   * @throws {RequestError} 503 `busyReports` when too many wait
   */
  static async begin(
    by: Asker,
    file: () => AsyncIterable<Uint8Array>,
    { departure }: Pick<Asking, "departure"> = {},
  ): Promise<LayoutProcess> {
    refuseInTransaction("A layout is read");
    const release = await turns.take(by, { departure });
    const begunAt = performance.now();
    try {
      const process = new LayoutProcess(file());
      process.release = release;
      process.watching = setInterval(async () => {
        const time = await processorTimeOf(process.child.pid);
        const { processor, whole } = limits.turn;
        if (time > processor || performance.now() - begunAt > whole) process.fail(tooMuch());
      }, 250);
      process.stopListening = departure?.(() => process.fail(clientDisconnected()));
      return process;
    } catch (error) {
      release();
      throw error;
    }
  }

  private constructor(
    file: AsyncIterable<Uint8Array>,
    private readonly background?: { onRows: (count: number) => void; signal: AbortSignal },
  ) {
    this.child = fork(
      fileURLToPath(new URL("./layout-worker.mjs", import.meta.url)),
      [String(limits.memory), String(background ? 15 : 5)],
      {
        // Without secrets and without this process's options.
        env: {
          PATH: process.env.PATH,
          LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH,
          NODE_ENV: process.env.NODE_ENV,
        },
        execArgv: ["--max-old-space-size=600"],
        serialization: "advanced",
        stdio: ["pipe", "pipe", "ignore", "ipc"],
      },
    );
    this.child.on("message", (reply: Reply) => this.heard(reply));
    this.child.once("exit", () => this.ended());
    background?.signal.addEventListener("abort", () => this.fail(background.signal.reason));
    this.child.once("error", (error) => this.fail(busyReports(error)));
    // If it stops reading early, its response has the reason.
    pipeline(file, this.child.stdin as NodeJS.WritableStream).catch((error: unknown) => {
      if (error instanceof RequestError) this.fail(error);
    });
  }

  /** @throws {RequestError} 400 on `file` for an invalid layout, or one that takes too much */
  async read(): Promise<{ links: string[]; paragraphs: Paragraph[] }> {
    return (await this.ask({ do: "read" })) as { links: string[]; paragraphs: Paragraph[] };
  }

  /** Checks the results of filling it with zero to three rows. @throws {RequestError} as {@link read} does */
  async try(asked: FillJob): Promise<void> {
    await this.ask({ do: "try", ...asked });
  }

  /** Sends rows for filling. */
  async rows(rows: readonly RowTexts[]): Promise<void> {
    await this.ask({ do: "rows", rows });
  }

  /**
   * Fills it with the sent rows, and ends the process as soon as the document is complete here.
   * @returns the document, as a stream
   * @throws {RequestError} as {@link read} does, also for an oversized result; aborts when not fetched in time
   */
  async *fill(asked: FillJob): AsyncGenerator<Uint8Array> {
    const most = limits.characters[this.background ? "background" : "turn"];
    const { size } = (await this.ask({ do: "fill", most, ...asked })) as { size: number };
    clearInterval(this.watching);
    const late = setTimeout(() => this.fail(busyReports()), limits.fetch);
    try {
      const held: Uint8Array[] = [];
      let left = size;
      for await (const part of this.child.stdout as Readable as AsyncIterable<Uint8Array>) {
        left -= part.length;
        if (size <= limits.held) held.push(part);
        else yield part;
      }
      // The output of a killed process ends like a complete one.
      if (left !== 0) throw this.gone ?? new Error("A filled layout is not whole");
      this.end();
      yield* held;
    } finally {
      clearTimeout(late);
    }
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.watching);
    this.stopListening?.();
    this.child.kill("SIGKILL");
    this.release?.();
  }

  private ask(message: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.gone) return reject(this.gone);
      const late = this.background && setTimeout(() => this.fail(tooMuch()), limits.background);
      const over =
        <T>(go: (value: T) => void) =>
        (value: T) => {
          clearTimeout(late);
          this.waits = undefined;
          go(value);
        };
      this.waits = { resolve: over(resolve), reject: over(reject) };
      this.child.send(message, () => undefined);
    });
  }

  private heard({ written, answered, refused, complaint, fault }: Reply): void {
    if (written !== undefined) this.background?.onRows(written);
    else if (refused) this.waits?.reject(invalid([{ propertyName: "file", ...refused }]));
    else if (complaint)
      this.waits?.reject(
        invalid([{ propertyName: "file", rule: "layoutStructure", values: { text: complaint.text } }]),
      );
    else if (fault !== undefined) this.waits?.reject(new Error(`A layout could not be filled: ${fault}`));
    else this.waits?.resolve(answered);
  }

  private fail(error: Error): void {
    this.gone ??= error;
    this.waits?.reject(error);
    this.child.kill("SIGKILL");
  }

  private ended(): void {
    this.gone ??= tooMuch();
    this.waits?.reject(this.gone);
  }
}
