import { constants } from "node:os";
import { npmGone } from "./follow-npm.mjs";

/** Milliseconds that children have to end: Playwright stops two products and a database. */
const gracePeriod = 20_000;
/** Polling interval in milliseconds for the end of a group. */
const interval = 50;

/**
 * The children of a script that ends them, with their descendants, when it is terminated. Each leads its own process group,
 * so that one signal reaches the whole group.
 * @type {Set<import("node:child_process").ChildProcess> | undefined} undefined if the terminal does that
 */
let children;
let isEnding = false;

/** Options of `spawn` for a child's group. */
export const groupOptions = () => ({ detached: children !== undefined && process.platform !== "win32" });

/** Whether the script is ending: no more children are started, and their end is not reported. */
export const isEndingChildren = () => isEnding;

/** @param {import("node:child_process").ChildProcess} child spawned with {@link groupOptions} */
export function addChild(child) {
  children?.add(child);
  child.once("exit", () => !isEnding && children?.delete(child));
}

/** Makes SIGINT, SIGTERM and the end of npm end all children first; a second signal kills them. */
export function endChildrenOnSignals() {
  children = new Set();
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
    process.on(signal, () => void endWith(signal));
  void npmGone().then(() => endWith("SIGTERM"));
}

/** @param {"SIGINT" | "SIGTERM"} signal */
async function endWith(signal) {
  const groups = [...(children ?? [])].flatMap(({ pid }) => pid ?? []);
  if (isEnding) {
    for (const group of groups) send(group, "SIGKILL");
    return;
  }
  isEnding = true;
  // Like Ctrl-C in a terminal: Playwright and PostgreSQL shut down in order on this signal.
  for (const group of groups) send(group, "SIGINT");
  const until = performance.now() + gracePeriod;
  while (groups.some((group) => send(group, 0)) && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, interval));
  for (const group of groups) send(group, "SIGKILL");
  process.exit(128 + constants.signals[signal]);
}

/**
 * @param {number} group @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether any process of the group exists
 */
function send(group, signal) {
  try {
    return process.kill(process.platform === "win32" ? group : -group, signal);
  } catch {
    return false;
  }
}
