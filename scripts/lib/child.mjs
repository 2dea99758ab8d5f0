import { spawn } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { root } from "./root.mjs";

const followParent = pathToFileURL(join(root, "scripts/lib/follow-parent.mjs")).href;
/** Milliseconds that a process has to end by itself. */
const timeout = 12_000;

/**
 * A line of standard output that is never passed on: `keep` gets the first group of what is found.
 * @typedef {{ line: RegExp, keep(text: string): void }} KeptBack
 */

/** One of the product's processes. Its output is held back until {@link Child.release}, so that a failed start says one thing. */
export class Child {
  #held = /** @type {{ to: NodeJS.WriteStream, text: string }[] | undefined} */ ([]);

  /**
   * @param {string} name for messages
   * @param {string[]} parameters the script and what follows it
   * @param {NodeJS.ProcessEnv} env
   * @param {KeptBack} [keptBack]
   */
  constructor(name, parameters, env, keptBack) {
    this.name = name;
    this.process = spawn(
      process.execPath,
      ["--enable-source-maps", "--import", followParent, ...parameters],
      {
        cwd: root,
        env,
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        // A group of its own: Ctrl-C in a terminal reaches the start script alone, which then stops them in order.
        detached: true,
      },
    );
    this.#pass(keptBack ? this.#without(keptBack, this.process.stdout) : this.process.stdout, process.stdout);
    this.#pass(this.process.stderr, process.stderr);
    /** @type {Promise<string>} why it ended */
    this.ended = new Promise((resolve) => {
      this.process.once("error", (error) => resolve(error.message));
      this.process.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
  }

  /** @param {import("node:stream").Readable | null} from @param {NodeJS.WriteStream} to */
  #pass(from, to) {
    from?.setEncoding("utf8").on("data", (text) => {
      if (this.#held) this.#held.push({ to, text });
      else to.write(text);
    });
  }

  /**
   * What a stream says, line by line, without the line that is kept back.
   * @param {KeptBack} keptBack @param {import("node:stream").Readable | null} from
   */
  #without({ line: pattern, keep }, from) {
    const lines = new PassThrough();
    if (!from) return lines;
    createInterface({ input: from })
      .on("line", (line) => {
        const found = pattern.exec(line);
        if (found) keep(found[1] ?? "");
        else lines.write(`${line}\n`);
      })
      .once("close", () => lines.end());
    return lines;
  }

  get running() {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Whether it has written anything to its standard error so far. */
  get complained() {
    return this.#held?.some(({ to }) => to === process.stderr) ?? false;
  }

  /**
   * Shows what was held back, and from now on everything at once.
   * @param {{ onlyComplaints?: boolean }} [options] leaves out what was said to standard output so far
   */
  release({ onlyComplaints = false } = {}) {
    for (const { to, text } of this.#held ?? []) if (to === process.stderr || !onlyComplaints) to.write(text);
    this.#held = undefined;
  }

  /**
   * Resolves once `address` answers with 200; never, when the process ends before.
   * @param {string} address
   */
  async ready(address) {
    while ((await statusOf(address)) !== 200)
      await new Promise((resolve) => this.running && setTimeout(resolve, 50));
  }

  /** Asks it to end, and after a while insists. */
  async stop() {
    if (!this.running) return;
    this.process.kill("SIGTERM");
    const insist = setTimeout(() => this.process.kill("SIGKILL"), timeout);
    await this.ended;
    clearTimeout(insist);
  }
}

/** @param {string} address @returns {Promise<number>} 0 when nothing answers */
function statusOf(address) {
  return new Promise((resolve) => {
    const asked = request(address, { timeout: 2_000, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.once("timeout", () => asked.destroy());
    asked.once("error", () => resolve(0));
    asked.end();
  });
}
