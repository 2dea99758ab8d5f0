import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Milliseconds between two looks whether npm is still there. */
const interval = 500;
/** npm, perhaps a shell, this script. */
const maxAncestors = 3;

/**
 * Watches the npm that runs this script: whoever kills `npm start` means the product, and npm cannot hand on a SIGKILL.
 * Nothing else is followed (docs/decisions/0001): a shell that started npm may go, as with `nohup npm start &`, and so may
 * whatever starts the script without npm.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<void>} resolves when npm is gone; never, where there is none
 */
export function npmGone(env = process.env) {
  const links = env.npm_lifecycle_event ? linksToNpm() : [];
  return new Promise((resolve) => {
    if (links.length === 0) return;
    const watching = setInterval(() => {
      if (links.every(isThere)) return;
      clearInterval(watching);
      resolve();
    }, interval);
    // It keeps nobody alive who has nothing else to do.
    watching.unref();
  });
}

/** @typedef {{ child: number, parent: number }} Link */

/** From this process up to npm. @returns {Link[]} none where npm is not among the ancestors */
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
  // Windows does not tell as easily, and gives orphans no other parent either.
  return process.platform === "win32" ? links.slice(0, 1) : [];
}

/**
 * Whether a process still has the parent that it had: an orphan is given another one.
 * @param {Link} link
 */
function isThere({ child, parent }) {
  if (process.platform === "win32") return isRunning(parent);
  if (child === process.pid) return process.ppid === parent;
  return process.platform === "linux" ? parentOf(child) === parent : isRunning(parent);
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {number} pid @returns {number} 0 when it is gone, or the system does not tell */
function parentOf(pid) {
  return Number(told(pid, "ppid"));
}

/** @param {number} pid */
function commandOf(pid) {
  return told(pid, "args");
}

/** @param {number} pid @param {"ppid" | "args"} what */
function told(pid, what) {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-o", `${what}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
    if (what === "args") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    // The name of the program, in brackets, may hold spaces: the fields are counted from behind it.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "";
  } catch {
    return "";
  }
}
