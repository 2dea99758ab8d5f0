import { spawn } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { product } from "./root.mjs";

const followParent = pathToFileURL(join(product, "follow-parent.mjs")).href;
/** Milliseconds that a process has to end. */
const timeout = 12_000;

/**
 * A line of standard output that is filtered out: `keep` gets the first group of the match.
 * @typedef {{ line: RegExp, keep(text: string): void }} KeptBack
 */

/** One of the product's processes. Buffers output until {@link Child.release}, so that a failed start prints one message. */
export class Child {
  #held = /** @type {{ to: NodeJS.WriteStream, text: string }[] | undefined} */ ([]);

  /**
   * @param {string} name for messages
   * @param {string[]} parameters the script and its arguments
   * @param {NodeJS.ProcessEnv} env
   * @param {KeptBack} [keptBack]
   */
  constructor(name, parameters, env, keptBack) {
    this.name = name;
    this.process = spawn(
      process.execPath,
      ["--enable-source-maps", "--import", followParent, ...parameters],
      {
        env,
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        // A separate group: Ctrl-C in a terminal reaches the start script only, which stops the children in order.
        detached: true,
      },
    );
    this.#pass(keptBack ? this.#without(keptBack, this.process.stdout) : this.process.stdout, process.stdout);
    this.#pass(this.process.stderr, process.stderr);
    /** @type {Promise<string>} reason for its end */
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
   * Reads a stream line by line, and filters out one line.
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

  /** Whether it has written to standard error so far. */
  get complained() {
    return this.#held?.some(({ to }) => to === process.stderr) ?? false;
  }

  /**
   * Prints the buffered output, and further output immediately.
   * @param {{ onlyComplaints?: boolean }} [options] skips buffered standard output
   */
  release({ onlyComplaints = false } = {}) {
    for (const { to, text } of this.#held ?? []) if (to === process.stderr || !onlyComplaints) to.write(text);
    this.#held = undefined;
  }

  /**
   * Resolves once `address` responds with 200; never, if the process ends first.
   * @param {string} address
   */
  async ready(address) {
    while ((await statusOf(address)) !== 200)
      await new Promise((resolve) => this.running && setTimeout(resolve, 50));
  }

  /** Terminates the process, and kills it after a timeout. */
  async stop() {
    if (!this.running) return;
    this.process.kill("SIGTERM");
    const insist = setTimeout(() => this.process.kill("SIGKILL"), timeout);
    await this.ended;
    clearTimeout(insist);
  }
}

/** @param {string} address @returns {Promise<number>} 0 without a response */
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
