import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface StallableProxy {
  port: number;
  /** Stops all data in both directions, on open and on new connections. */
  stall(): void;
  /** Resets every connection, open or new, as without a server. */
  refuse(): void;
  /** Restores normal operation. */
  resume(): void;
  /** Resets every open connection, as a restart of the server behind it would. */
  cut(): void;
  close(): Promise<void>;
}

/** Forwards connections to a local port, and can simulate a hanging server. */
export async function stallableProxy(target: number): Promise<StallableProxy> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  let isRefusing = false;
  const hold = (socket: Socket) => (isStalled ? socket.pause() : socket.resume());
  const server = createServer((near) => {
    if (isRefusing) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      hold(from);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const setStalled = (value: boolean) => {
    isStalled = value;
    sockets.forEach(hold);
  };
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => setStalled(true),
    refuse: () => {
      isRefusing = true;
      cut();
    },
    resume: () => {
      isRefusing = false;
      setStalled(false);
    },
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
