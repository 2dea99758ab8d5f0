import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";

const id = `hub-build-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;

// A listening socket as a lock: the system releases it when its process ends, for any reason.
const address =
  process.platform === "win32"
    ? `\\\\.\\pipe\\${id}`
    : process.platform === "linux"
      ? `\0${id}`
      : join(tmpdir(), `${id}.sock`);

/**
 * Runs `work` with exclusive access to the project's installed packages and builds; waits for another process that has it.
 * @template T
 * @param {() => Promise<T>} work checks again whether there is anything to do
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  for (let hasNotified = false; ; hasNotified = true) {
    const release = await acquire();
    if (release) return work().finally(release);
    if (!hasNotified)
      console.log("Another process is installing or building here; waiting until it is done …");
    await waitForRelease();
  }
}

/** @returns {Promise<(() => void) | undefined>} releases the lock; undefined while another process has it */
async function acquire() {
  /** @type {Set<import("node:net").Socket>} */
  const waiting = new Set();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on("error", () => {});
  });
  try {
    server.listen(address);
    await once(server, "listening");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EADDRINUSE") return undefined;
    throw error;
  }
  return () => {
    server.close();
    for (const socket of waiting) socket.destroy();
  };
}

/** Resolves when the other process releases the lock or ends. */
async function waitForRelease() {
  const socket = connect(address);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
    // No listener: a stale file of a dead process, where locks are files.
    if (error.code === "ECONNREFUSED" && !/^[\0\\]/.test(address)) rmSync(address, { force: true });
  });
  socket.resume();
  await closed;
}
