import { constants } from "node:os";
import { npmGone } from "./follow-npm.mjs";

/** Milliseconds that children have to end by themselves: Playwright stops two products and a database. */
const patience = 20_000;
/** Milliseconds between two looks whether a group has ended. */
const interval = 50;

/**
 * The children of a script that ends all of them, and what they have started, when it is told to end itself. Each is the first of a
 * process group of its own, so that one signal reaches the whole group.
 * @type {Set<import("node:child_process").ChildProcess> | undefined} none where a script leaves that to the terminal
 */
let children;
let isEnding = false;

/** What `spawn` has to be told of a child's group. */
export const groupOptions = () => ({ detached: children !== undefined && process.platform !== "win32" });

/** Whether nothing is to be started any more, and nothing to be told of what has ended. */
export const isEndingChildren = () => isEnding;

/** @param {import("node:child_process").ChildProcess} child made with {@link groupOptions} */
export function addChild(child) {
  children?.add(child);
  child.once("exit", () => !isEnding && children?.delete(child));
}

/** From now on SIGINT, SIGTERM and the end of the npm that runs this script end all children first; a second signal kills them. */
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
  // As Ctrl-C in a terminal does: of Playwright and PostgreSQL, that is the signal on which they end in order.
  for (const group of groups) send(group, "SIGINT");
  const until = performance.now() + patience;
  while (groups.some((group) => send(group, 0)) && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, interval));
  for (const group of groups) send(group, "SIGKILL");
  process.exit(128 + constants.signals[signal]);
}

/**
 * @param {number} group @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether any of the group is there
 */
function send(group, signal) {
  try {
    return process.kill(process.platform === "win32" ? group : -group, signal);
  } catch {
    return false;
  }
}
