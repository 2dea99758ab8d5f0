import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { refuseInTransaction } from "../database/open-transaction";
import { invalid, RequestError } from "../http/errors";
import { type Asking, clientGone, FairLimiter } from "../http/fair-limiter";
import type { Asker } from "../http/fair-queue";
import type { Plan, Question } from "./plan";
import { processorTimeOf } from "./processor-time";
import type { Paragraph } from "./tags";

const megabyte = 1024 * 1024;
const limits = {
  /** Milliseconds to wait for a turn, and of it by processor and by clock: the web process gives up first on busy machines alone. */
  wait: 7_000,
  turn: { processor: 10_000, whole: 60_000 },
  /** Milliseconds for each step of what nobody waits for. */
  background: 600_000,
  /** Milliseconds in which a document that is not held here has to be fetched. */
  fetch: 120_000,
  /** Bytes of a document that is held here, so that nobody's turn takes as long as somebody's network. */
  held: 32 * megabyte,
  /** Characters of a filled document, which are found before it is filled. */
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

/** Texts and answers to conditions, see `layout-worker.mjs`. */
export type Texts = (string | boolean)[];
/** Those of a row, and behind them the entries of each of its lists. */
export type RowTexts = (string | boolean | Texts[])[];

interface RowNames {
  names: string[];
  /** Of the lists within a row, in their order, and of what is asked of their entries. */
  lists: { name: string; names: string[] }[];
}

/** By which a layout asks. */
export function namesOf({ ofReport, ofRow, ofEntry }: Plan): { ofReport: string[]; ofRow: RowNames } {
  const names = (questions: readonly Question[]) => questions.map(({ name }) => name);
  const lists = Object.entries(ofEntry).map(([name, asked]) => ({ name, names: names(asked) }));
  return { ofReport: names(ofReport), ofRow: { names: names(ofRow), lists } };
}

interface Asked {
  delimiters: Plan["delimiters"];
  lists: readonly string[];
  data: { report: { names: string[]; values: Texts }; rows: RowNames & { list: RowTexts[] } };
  /** A WebP. */
  logo?: Uint8Array;
}

interface Reply {
  /** Rows that are in the document by now. */
  written?: number;
  answered?: unknown;
  refused?: { rule: Parameters<typeof invalid>[0][number]["rule"]; values: Record<string, string | number> };
  complaint?: { text: string };
  fault?: string;
}

const tooMuch = () => invalid([{ propertyName: "file", rule: "layoutEffort" }]);

/**
 * A process that reads and fills one docx, since neither what a file takes nor what it is can be foreseen (docs/decisions/0074):
 * killed when it takes too long or too much memory. Few run at once, and people take turns.
 */
export class LayoutProcess {
  private readonly child: ChildProcess;
  private waits: { resolve: (answer: unknown) => void; reject: (error: Error) => void } | undefined;
  private gone: Error | undefined;
  private isOver = false;
  private stopListening: (() => void) | undefined;
  private release: (() => void) | undefined;
  private watching: NodeJS.Timeout | undefined;

  /**
   * One that nobody waits for: it takes no turn away from those who do, so that whoever begins it begins one at a time.
   * @param told hears of the rows that are written; its signal gives up
   */
  static inBackground(
    file: () => AsyncIterable<Uint8Array>,
    told: { onRows: (count: number) => void; signal: AbortSignal },
  ): LayoutProcess {
    refuseInTransaction("A layout is read");
    return new LayoutProcess(file(), told);
  }

  /**
   * Whoever begins one ends it, as does the `departure` of whoever asked for it.
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
      process.stopListening = departure?.(() => process.fail(clientGone()));
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
        // No secrets, and none of the options that this process was started with.
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
    // What it does not read to the end it has an answer about.
    pipeline(file, this.child.stdin as NodeJS.WritableStream).catch((error: unknown) => {
      if (error instanceof RequestError) this.fail(error);
    });
  }

  /**
   * @throws {RequestError} 400 on `file` for what is no layout, or takes too much
   */
  async read(): Promise<{ links: string[]; paragraphs: Paragraph[] }> {
    return (await this.ask({ do: "read" })) as { links: string[]; paragraphs: Paragraph[] };
  }

  /** Fills it with none, one, two and three of the rows, and looks at what comes out. @throws {RequestError} as {@link read} does */
  async try(asked: Asked): Promise<void> {
    await this.ask({ do: "try", ...asked });
  }

  /** Hands over some of the rows that it is filled with. */
  async rows(rows: readonly RowTexts[]): Promise<void> {
    await this.ask({ do: "rows", rows });
  }

  /**
   * Fills it with the rows that were handed over, and ends the process as soon as the document is here.
   * @returns the document, as it is fetched
   * @throws {RequestError} as {@link read} does, also for what would become too long; what is not fetched in time breaks off
   */
  async *fill(asked: Asked): AsyncGenerator<Uint8Array> {
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
      // What was killed ends its output as if that were all of it.
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
