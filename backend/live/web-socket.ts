import type { FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import { languageOf } from "../core/language";
import { errorBodyOf, requestErrorOf } from "../endpoint/error-response";
import type { LiveConnection, Transport } from "./connection";
import type { Hub } from "./hub";
import {
  closeMessage,
  type HubCall,
  handshakeAccepted,
  handshakeFault,
  handshakeRefused,
  MessageReader,
  maxCalls,
  ProtocolError,
  reactionTo,
} from "./protocol";

const maxUnreadBytes = 64 * 1024;
/** Milliseconds within which the first message must arrive, and between any two after it: clients ping every 15 s. */
const handshakeTimeout = 15_000;
const heardWithin = 60_000;

interface Call {
  call: HubCall;
  /** Creates the response, if the client expects one. */
  completed?: (error?: string) => string;
}

/**
 * The hub over a WebSocket of an identified sender: the handshake first, then messages to the client and pings both
 * ways.
 */
export async function serveWebSocket(hub: Hub, request: FastifyRequest, socket: WebSocket): Promise<void> {
  const reader = new MessageReader();
  const state: { live?: LiveConnection } = {};
  const sent = () => state.live?.flush();
  const transport: Transport = {
    isReady: () => socket.readyState === socket.OPEN && socket.bufferedAmount < maxUnreadBytes,
    write: (text) => socket.send(text, sent),
    end: (last) => {
      if (last) socket.send(last);
      socket.close(1000);
      setTimeout(() => socket.terminate(), 2_000).unref();
    },
  };
  let silence: NodeJS.Timeout;
  const hear = (within: number) => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), within).unref();
  };
  hear(handshakeTimeout);
  socket.on("error", () => socket.terminate());
  socket.on("close", () => {
    clearTimeout(silence);
    state.live?.ended();
  });

  let waiting: Call[] = [];
  let isAtWork = false;
  const answerCalls = async () => {
    while (waiting.length > 0 && socket.readyState === socket.OPEN) {
      const calls = waiting;
      waiting = [];
      const faults = await hub
        .identify(request)
        .then((caller) =>
          hub.answerCalls(
            request,
            caller,
            calls.map(({ call }) => call),
          ),
        )
        .catch(() => calls.map(() => "It failed. Please try again."));
      for (const [index, { completed }] of calls.entries())
        if (completed) state.live?.write(completed(faults[index]));
    }
    isAtWork = false;
  };
  // Each batch identifies the client in the database: however many arrive, a client uses one connection of the pool.
  const take = (call: Call) => {
    if (waiting.length >= maxCalls) throw new ProtocolError("Too many calls at once.");
    waiting.push(call);
    if (isAtWork) return;
    isAtWork = true;
    void answerCalls();
  };
  const begin = async () => {
    try {
      const { live } = await hub.connect(request, transport);
      if (socket.readyState !== socket.OPEN) return live.ended();
      live.write(handshakeAccepted);
      state.live = live;
      live.flush();
    } catch (error) {
      const language = languageOf(request.headers.lang ?? request.headers["accept-language"]);
      const { message, title } = errorBodyOf(requestErrorOf(error), language, request.id);
      transport.end(handshakeRefused(message ?? title));
    }
  };
  let isGreeted = false;
  socket.on("message", (data, isBinary) => {
    hear(heardWithin);
    try {
      if (isBinary) throw new ProtocolError("Messages are sent as text.");
      for (const message of reader.read(String(data))) {
        if (isGreeted) {
          const { call, completed, isClose } = reactionTo(message);
          if (call) take({ call, completed });
          if (isClose) return socket.close(1000);
          continue;
        }
        isGreeted = true;
        const fault = handshakeFault(message);
        if (fault) return transport.end(handshakeRefused(fault));
        void begin();
      }
    } catch (error) {
      // An uncaught error here would end the process.
      if (!(error instanceof ProtocolError)) {
        request.log.error({ err: error }, "a message could not be read");
        return socket.terminate();
      }
      transport.end(isGreeted ? closeMessage(error.message, false) : handshakeRefused(error.message));
    }
  });
}
