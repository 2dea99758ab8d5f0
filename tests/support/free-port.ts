import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that systems give to connections and to whoever listens on any: one of them could be gone before it is used. */
const [lowest, above] = [20_000, 32_000];

/** A TCP port that nothing listened on a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, above);
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
