import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isRunning } from "./is-running.mjs";

/** Polling interval in milliseconds. */
const interval = 500;
/** npm, possibly a shell, and this script. */
const maxAncestors = 3;

/**
 * Watches the npm that runs this script: killing `npm start` should end the product, and npm cannot forward SIGKILL.
 * Follows no other process (docs/decisions/0001): the shell that started npm may end, as with `nohup npm start &`, and so
 * may a parent without npm.
 * @returns {Promise<void>} resolves when npm is gone; never without npm
 */
export function npmGone() {
  const links = process.env.npm_lifecycle_event ? linksToNpm() : [];
  return new Promise((resolve) => {
    if (links.length === 0) return;
    const watching = setInterval(() => {
      if (links.every(hasParent)) return;
      clearInterval(watching);
      resolve();
    }, interval);
    // Does not keep an otherwise idle process alive.
    watching.unref();
  });
}

/** @typedef {{ child: number, parent: number }} Link */

/** From this process up to npm. @returns {Link[]} empty if npm is not an ancestor */
function linksToNpm() {
  /** @type {Link[]} */
  const links = [];
  let child = process.pid;
  for (let count = 0; count < maxAncestors; count += 1) {
    const parent = child === process.pid ? process.ppid : parentOf(child);
    if (!parent) break;
    links.push({ child, parent });
    if (/(?:^|[\s/\\])(?:p?npm|yarn)(?:[\s.-]|$)/.test(commandOf(parent))) return links;
    child = parent;
  }
  // Lookups are costly on Windows, which does not reparent orphans either.
  return process.platform === "win32" ? links.slice(0, 1) : [];
}

/**
 * Whether a process still has its original parent: an orphan gets another one.
 * @param {Link} link
 */
function hasParent({ child, parent }) {
  if (process.platform === "win32") return isRunning(parent);
  if (child === process.pid) return process.ppid === parent;
  return process.platform === "linux" ? parentOf(child) === parent : isRunning(parent);
}

/** @param {number} pid @returns {number} 0 if it is gone or unknown */
function parentOf(pid) {
  return Number(readProcessField(pid, "ppid"));
}

/** @param {number} pid */
function commandOf(pid) {
  return readProcessField(pid, "args");
}

/** @param {number} pid @param {"ppid" | "args"} what */
function readProcessField(pid, what) {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-o", `${what}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
    if (what === "args") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    // The program name, in parentheses, may contain spaces: fields are counted after it.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "";
  } catch {
    return "";
  }
}
