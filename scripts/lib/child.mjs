import { spawn } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.mjs";

const followParent = pathToFileURL(join(root, "scripts/lib/follow-parent.mjs")).href;
/** Milliseconds that a process has to end by itself. */
const patience = 12_000;

/** One of the product's processes. Its output is held back until {@link Child.release}, so that a failed start says one thing. */
export class Child {
  #held = /** @type {{ to: NodeJS.WriteStream, text: string }[] | undefined} */ ([]);

  /**
   * @param {string} name for messages
   * @param {string[]} parameters the script and what follows it
   * @param {NodeJS.ProcessEnv} env
   */
  constructor(name, parameters, env) {
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
    this.#pass(this.process.stdout, process.stdout);
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

  get running() {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Whether it has written anything to its standard error so far. */
  get complained() {
    return this.#held?.some(({ to }) => to === process.stderr) ?? false;
  }

  /**
   * Takes a line out of what is held back.
   * @param {RegExp} line
   * @returns {string | undefined} its first group
   */
  take(line) {
    for (const part of this.#held ?? []) {
      const found = line.exec(part.text);
      if (!found) continue;
      part.text = part.text.replace(found[0], "");
      return found[1];
    }
    return undefined;
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
    const insist = setTimeout(() => this.process.kill("SIGKILL"), patience);
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
