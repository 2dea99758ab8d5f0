import type { FastifyReply, FastifyRequest } from "fastify";
import type { LiveConnection, Transport } from "./connection";
import type { Hub } from "./hub";
import { handshakeAccepted } from "./protocol";

/** Limit of unread bytes for a slow reader; later messages are merged before they are written. */
const maxUnreadBytes = 64 * 1024;
/** Milliseconds until a reader without progress is disconnected. */
const timeout = 60_000;

/**
 * Sends messages as server-sent events. The client's handshake arrives in another request, possibly at another process:
 * it is accepted in advance, since the negotiation has settled the protocol.
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
  const armTimeout = () => setTimeout(() => raw.destroy(), timeout).unref();
  // Not "drain", which only follows full buffers: each text waits for a moment, also for readers who keep up.
  const taken = () => {
    unread -= 1;
    clearTimeout(stuck);
    stuck = unread > 0 ? armTimeout() : undefined;
    state.live?.flush();
  };
  const transport: Transport = {
    isReady: () => raw.headersSent && raw.writableLength < maxUnreadBytes,
    write: (text) => {
      unread += 1;
      stuck ??= armTimeout();
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
    // Keeps load balancers from buffering the response.
    "x-accel-buffering": "no",
  });
  raw.write(":\r\n");
  state.live.write(handshakeAccepted);
  state.live.flush();
  return reply;
}
