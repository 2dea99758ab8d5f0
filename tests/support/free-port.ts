import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Below the ephemeral range: its ports may be taken before use. */
const [lowest, above] = [20_000, 32_000];
/** One file for each port returned: several test processes choose ports at the same time, before their servers listen. */
const reserved = join(tmpdir(), "hub-test-ports");
/** Milliseconds in which a server starts to listen, or never does. */
const maxStart = 10 * 60_000;

/** Returns a TCP port that is free and that no other test has been given. */
export async function freePort(): Promise<number> {
  await mkdir(reserved, { recursive: true });
  for (;;) {
    const port = randomInt(lowest, above);
    if (!(await reserve(port))) continue;
    const server = createServer();
    try {
      await once(server.listen(port), "listening");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") continue;
      throw error;
    }
    await once(server.close(), "close");
    return port;
  }
}

/** False if the port was returned a short time ago. */
async function reserve(port: number): Promise<boolean> {
  const file = join(reserved, String(port));
  try {
    await writeFile(file, "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => maxStart,
    );
    if (age >= maxStart) await rm(file, { force: true });
    return false;
  }
}
