import type { FastifyReply, FastifyRequest } from "fastify";
import type { LiveConnection, Transport } from "./connection";
import type { Hub } from "./hub";
import { handshakeAccepted } from "./protocol";

/** Bytes that may wait for a reader who is slow; what happens meanwhile is put together before it is written. */
const maxUnreadBytes = 64 * 1024;
/** Milliseconds in which a reader has to take something. */
const timeout = 60_000;

/**
 * News as server-sent events. The client's handshake comes by another request, which may be another process's to answer: it is
 * accepted ahead, since the one protocol was agreed on before.
 */
export async function eventStream(
  hub: Hub,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = reply;
  const state: { live?: LiveConnection } = {};
  let unread = 0;
  let stuck: NodeJS.Timeout | undefined;
  const giveUpLater = () => setTimeout(() => raw.destroy(), timeout).unref();
  // Not "drain", which is said of full buffers alone: each text waits for a moment, also for readers who keep up.
  const taken = () => {
    unread -= 1;
    clearTimeout(stuck);
    stuck = unread > 0 ? giveUpLater() : undefined;
    state.live?.flush();
  };
  const transport: Transport = {
    isReady: () => raw.headersSent && raw.writableLength < maxUnreadBytes,
    write: (text) => {
      unread += 1;
      stuck ??= giveUpLater();
      raw.write(`data: ${text}\r\n\r\n`, taken);
    },
    end: (last) => raw.end(`data: ${last}\r\n\r\n`),
  };
  state.live = (await hub.connect(request, transport, () => clearTimeout(stuck))).live;
  raw.once("close", () => state.live?.ended());
  if (raw.destroyed) state.live.ended();
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream",
    // Balancers that collect answers would keep what is said until there is enough of it.
    "x-accel-buffering": "no",
  });
  raw.write(":\r\n");
  state.live.write(handshakeAccepted);
  state.live.flush();
  return reply;
}
