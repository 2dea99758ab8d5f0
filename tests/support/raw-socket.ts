import { connect, type Socket } from "node:net";

/** Raw TCP connection, for requests that no HTTP client sends. */
export interface RawConnection {
  write(bytes: string): void;
  /** Half-closes the connection. */
  end(): void;
  /** Resolves with all received data once it contains so many responses, or the server has closed the connection. */
  answers(count: number): Promise<string>;
  /** Resolves with all received data once the server has closed the connection. */
  closed: Promise<string>;
  destroy(): void;
}

export async function openRaw(port: number, host = "localhost"): Promise<RawConnection> {
  let text = "";
  let heard: () => void = () => undefined;
  const socket = await connected(port, host);
  socket.setEncoding("latin1").on("data", (part: string) => {
    text += part;
    heard();
  });
  // A reset connection also emits close.
  socket.on("error", () => undefined);
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  return {
    write: (bytes) => void socket.write(bytes, "latin1"),
    end: () => void socket.end(),
    answers: (count) =>
      Promise.race([
        closed,
        new Promise<string>((resolve) => {
          heard = () => statusesOf(text).length >= count && resolve(text);
          heard();
        }),
      ]),
    closed,
    destroy: () => void socket.destroy(),
  };
}

function connected(port: number, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Sends bytes over a new connection and resolves with all data until the server closes it. */
export async function exchange(port: number, bytes: string, host?: string): Promise<string> {
  const connection = await openRaw(port, host);
  connection.write(bytes);
  return connection.closed;
}

/** Returns the statuses of the responses in received data, without `100 Continue`. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status !== 100);
}
