import { randomUUID } from "node:crypto";
import { IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { WebSocketServer } from "ws";
import { hubPath, pathOfHub, transportsHeader } from "../../lib/live/hub";
import { notFound, RequestError } from "../core/errors";
import { proofOfApiKey } from "../credentials/credentials";
import type { Caller } from "../identity/identify";
import type { ConnectionIds } from "./connection-ids";
import { eventStream } from "./event-stream";
import type { Hub } from "./hub";
import { LongPoll } from "./long-poll";
import {
  handshakeAccepted,
  handshakeFault,
  MessageReader,
  maxCalls,
  ProtocolError,
  reactionTo,
} from "./protocol";
import { serveWebSocket } from "./web-socket";

/** Limit of bytes in one request of a client. */
const maxBodyBytes = 32 * 1024;
/** Milliseconds within which a client has to connect with its negotiated id. */
const connectTimeout = 15_000;

const upgradeHead = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>();

/** The address with the hub's path where the hub is addressed. */
export function hubAddress(url: string, request: IncomingMessage): string {
  const query = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  return pathOfHub(url.slice(0, url.length - query.length), query, isUpgrade(request)) + query;
}

const isUpgrade = (request: IncomingMessage) => (request as UpgradableMessage).upgrade === true;

/**
 * Upgrades only requests for a WebSocket: offers of other protocols, such as h2c, are handled as ordinary requests, as
 * their clients expect.
 */
export class UpgradableMessage extends IncomingMessage {
  private isUpgrade = false;

  // Node sets it before it has read the headers, and reads it afterwards.
  get upgrade(): boolean {
    return this.isUpgrade && /^websocket$/i.test(this.headers.upgrade ?? "") && this.method === "GET";
  }
  set upgrade(value: boolean) {
    this.isUpgrade = value;
  }
}

const transports = ["WebSockets", "ServerSentEvents", "LongPolling"];

/** Transports that the client can use: behind a proxy, those that it forwards. */
function transportsFor({ headers }: FastifyRequest) {
  const passing = headers[transportsHeader]?.toString().split(/,\s*/);
  return transports
    .filter((transport) => !passing || passing.includes(transport))
    .map((transport) => ({ transport, transferFormats: ["Text"] }));
}

interface HubQuery {
  id?: string;
  negotiateVersion?: string;
  access_token?: string;
}

type HubRequest = FastifyRequest<{ Querystring: HubQuery }>;

/** The hub over WebSockets, server-sent events and long polling (HO-03). */
export async function serveHub(
  app: FastifyInstance,
  hub: Hub,
  { ids, ...options }: { ids: ConnectionIds; acceptsTokens: boolean },
): Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxBodyBytes, perMessageDeflate: false });
  const polls = new LongPolls(hub);
  upgradeWebSockets(app);
  app.addHook("preClose", () => hub.close());

  await app.register(async (scope) => {
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBodyBytes }, (_, text, done) =>
      done(null, text),
    );
    scope.addHook("onRequest", async (request) => takeTokenOfQuery(request as HubRequest, options));
    const hidden = { schema: { hide: true } as FastifySchema };
    const withBody = { ...hidden, config: { takesBody: true } };

    scope.post(`${hubPath}/negotiate`, withBody, async (request: HubRequest, reply) => {
      const connectionToken = await ids.issue(await hub.authorizeConnection(request));
      const availableTransports = transportsFor(request);
      // In the first version of the protocol both ids are the same.
      if (!(Number(request.query.negotiateVersion ?? 0) >= 1))
        return reply.send({ negotiateVersion: 0, connectionId: connectionToken, availableTransports });
      // Clients read it with any type, and proxies do not buffer this one.
      return reply.send({
        negotiateVersion: 1,
        connectionId: randomUUID(),
        connectionToken,
        availableTransports,
      });
    });

    scope.get(hubPath, { ...hidden, exposeHeadRoute: false }, async (request: HubRequest, reply) => {
      const upgraded = upgradeHead.get(request.raw);
      if (upgraded) return webSocket(request, reply, upgraded);
      const { id } = request.query;
      if (!id) throw new RequestError("badRequest", { status: 400 });
      if (/text\/event-stream/.test(request.headers.accept ?? "")) return eventStream(hub, request, reply);
      return polls.poll(id, request, reply);
    });

    scope.post(hubPath, withBody, async (request: HubRequest, reply) => {
      const { id } = request.query;
      const { own, caller } = await polls.ownOf(id ?? "", request);
      if (!id) throw new RequestError("badRequest", { status: 400 });
      // The stream may be at another process, but ids that were not issued are unknown.
      if (!own && !(await ids.isIssued(id, caller))) throw notFound();
      await receive(hub, request, { caller, poll: own });
      return reply.type("text/plain").send("");
    });

    scope.delete(hubPath, hidden, async (request: HubRequest, reply) => {
      const { id = "" } = request.query;
      const { own } = await polls.ownOf(id, request);
      if (!own) throw notFound();
      own.live?.end("");
      return reply.code(202).send();
    });
  });

  async function webSocket(
    request: HubRequest,
    reply: FastifyReply,
    upgraded: { socket: Duplex; head: Buffer },
  ) {
    await hub.authorizeConnection(request);
    reply.hijack();
    reply.raw.detachSocket(request.raw.socket);
    sockets.handleUpgrade(request.raw, request.raw.socket, upgraded.head, (socket) => {
      void serveWebSocket(hub, request, socket);
    });
  }
}

/** This process's long-polling connections by id. */
class LongPolls {
  private readonly byId = new Map<string, LongPoll>();

  constructor(private readonly hub: Hub) {}

  /**
   * The caller, and their long-polling connection with that id, if it is at this process.
   * @throws {RequestError} 404 for another user's, and as any call does
   */
  async ownOf(id: string, request: HubRequest): Promise<{ caller: Caller; own?: LongPoll }> {
    const caller = await this.hub.identify(request);
    const own = this.byId.get(id);
    if (own && own.owner !== caller.user.userId) throw notFound();
    return { caller, own };
  }

  async poll(id: string, request: HubRequest, reply: FastifyReply) {
    const { own } = await this.ownOf(id, request);
    if (own) return own.wait(reply);
    // Accepts only new ids, because messages waiting at another process would be lost silently.
    const opened = Number.parseInt(id.split("-", 1)[0] ?? "", 36);
    if (!(Math.abs(Date.now() - opened) < connectTimeout)) throw notFound();
    const created = new LongPoll();
    const { live, caller } = await this.hub.connect(request, created, () => {
      this.byId.delete(id);
      created.over();
    });
    this.byId.set(id, created);
    created.live = live;
    created.owner = caller.user.userId;
    return reply.type("text/plain").send("");
  }
}

/**
 * Handles messages sent by POST. A stream's handshake was accepted in advance, since it may be at another process.
 * @throws {RequestError} 400 for invalid messages, and for more calls than one batch allows
 */
async function receive(
  hub: Hub,
  request: HubRequest,
  { caller, poll }: { caller: Caller; poll: LongPoll | undefined },
): Promise<void> {
  try {
    const reactions: ReturnType<typeof reactionTo>[] = [];
    for (const message of new MessageReader().read(String(request.body ?? ""))) {
      if ("protocol" in message) {
        const fault = handshakeFault(message);
        if (fault) throw new ProtocolError(fault);
        poll?.accept(handshakeAccepted);
      } else reactions.push(reactionTo(message));
    }
    const calls = reactions.flatMap(({ call, completed }) => (call ? [{ call, completed }] : []));
    if (calls.length > maxCalls)
      throw new RequestError("tooManyCalls", { status: 400, values: { max: maxCalls } });
    const faults = await hub.answerCalls(
      request,
      caller,
      calls.map(({ call }) => call),
    );
    for (const [index, { completed }] of calls.entries()) {
      const fault = faults[index];
      if (completed) poll?.say(completed(fault));
      else if (fault) throw new ProtocolError(fault);
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new RequestError("badRequest", { status: 400, cause: error });
  }
}

/**
 * Browsers cannot set headers of WebSockets and event streams, so SignalR's client sends the token in the query. In the
 * sign-in mode `basic` the token is the part after `Basic` in the header of other calls.
 */
async function takeTokenOfQuery({ raw, query }: HubRequest, { acceptsTokens }: { acceptsTokens: boolean }) {
  const { headers } = raw;
  if (query.access_token && headers.authorization === undefined)
    headers.authorization = `Bearer ${query.access_token}`;
  const [, token] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  if (token && !acceptsTokens && !proofOfApiKey(token)) headers.authorization = `Basic ${token}`;
}

/** Routes WebSocket requests like any other, so that they are refused like any other. */
function upgradeWebSockets(app: FastifyInstance): void {
  (app.server as Server).on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgradeHead.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as never);
    response.on("finish", () => {
      response.detachSocket(socket as never);
      (socket as Socket).destroySoon();
    });
    socket.on("error", () => socket.destroy());
    app.routing(request, response);
  });
}
