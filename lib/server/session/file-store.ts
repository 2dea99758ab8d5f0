import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { MemoryStore } from "./memory-store";
import type { Kept } from "./session-store";
import { stateName } from "./store-names";

/** A line of the file; the last element is its expiry, in milliseconds since 1970. */
type Entry =
  | [kind: "ended", name: string, at: number, until: number]
  | [kind: "used", name: string, until: number]
  | [kind: "kept", sessionId: string, generation: number, sealed: string, until: number];

/** Bytes appended before the file is rewritten without expired entries. */
const maxAppendedBytes = 16 * 1024 * 1024;

/**
 * Session store for one web process that survives a restart. Appends an entry to a file for each change; tokens are sealed
 * as in cookies.
 */
export class FileStore extends MemoryStore {
  readonly #path: string;
  #added = 0;
  #isReading = true;
  /** The last line may be incomplete: the next entry starts on a new line. */
  #isTorn = false;

  constructor(path: string) {
    super();
    this.#path = path;
    for (const entry of this.#rewritten()) this.#apply(entry);
    this.#isReading = false;
  }

  override note(names: readonly string[], at: number, until: number): void {
    super.note(names, at, until);
    for (const name of names) this.#append(["ended", name, at, until]);
  }

  override async once(name: string, until: number): Promise<boolean> {
    const isFirst = await super.once(name, until);
    // Skips states: anyone can create them, and the provider accepts their code only once.
    if (isFirst && !name.startsWith(stateName(""))) this.#append(["used", name, until]);
    return isFirst;
  }

  override async keep(sessionId: string, kept: Kept, until: number): Promise<void> {
    await super.keep(sessionId, kept, until);
    if ((await this.latest(sessionId))?.generation !== kept.generation) return;
    this.#append(["kept", sessionId, kept.generation, kept.sealed, until]);
  }

  /** Whether the file is writable. */
  override async isReachable(): Promise<boolean> {
    try {
      appendFileSync(this.#path, "", { mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  #apply(entry: Entry): void {
    if (entry[0] === "ended") super.note([entry[1]], entry[2], entry[3]);
    else if (entry[0] === "used") void super.once(entry[1], entry[2]);
    else void super.keep(entry[1], { generation: entry[2], sealed: entry[3] }, entry[4]);
  }

  #append(entry: Entry): void {
    if (this.#isReading) return;
    const line = `${this.#isTorn ? "\n" : ""}${JSON.stringify(entry)}\n`;
    try {
      appendFileSync(this.#path, line, { mode: 0o600 });
      this.#isTorn = false;
      this.#added += line.length;
      if (this.#added > maxAppendedBytes) this.#rewritten();
    } catch (error) {
      this.#isTorn = true;
      // A full disk must not block sign-in or sign-out: this process still knows the entry.
      console.warn(`session store: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Drops expired and superseded entries. @returns the remaining entries */
  #rewritten(): Entry[] {
    const latest = new Map<string, Entry>();
    const lines = existsSync(this.#path) ? readFileSync(this.#path, "utf8").split("\n") : [];
    for (const entry of lines.flatMap(parseEntry)) latest.set(`${entry[0]} ${entry[1]}`, entry);
    const remaining = [...latest.values()].filter((entry) => Number(entry.at(-1)) > Date.now());
    const newPath = `${this.#path}.new`;
    writeFileSync(newPath, remaining.map((entry) => `${JSON.stringify(entry)}\n`).join(""), { mode: 0o600 });
    renameSync(newPath, this.#path);
    this.#added = 0;
    return remaining;
  }
}

/** Ignores a line that is incomplete because the process was killed. */
function parseEntry(line: string): Entry[] {
  try {
    return line === "" ? [] : [JSON.parse(line) as Entry];
  } catch {
    return [];
  }
}
