import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import type { News } from "../../lib/live/hub";
import { RequestError } from "../core/errors";
import type { Connection } from "../database/transaction";
import { isPermitted } from "../endpoint/permission";
import type { DatabaseTurns } from "../identity/database-turns";
import type { Caller } from "../identity/identify";
import type { Asker } from "../queues/fair-queue";
import { CallerChecks, type Client } from "./caller-checks";
import { answerCalls, lists } from "./calls";
import { LiveConnection, type Transport } from "./connection";
import { connectionKeyOf } from "./connection-ids";
import { Presence } from "./presence";
import { closeMessage, type HubCall, pingMessage } from "./protocol";
import { notifyServers, readSignal, type Signal } from "./signals";

/** Limits of connections to one process, in total and for one person. */
const maxConnections = 20_000;
const maxPerPerson = 40;
/** Milliseconds of silence before a ping; clients give up after 30 s. */
const pingInterval = 12_000;
/** Milliseconds between checks of a client: sessions that end without a signal lose their connection within 30 s. */
const recheckInterval = 18_000;
const sweepInterval = 1_000;
/** Milliseconds within which a lost connection may be replaced, as by a reloading page. */
const backWithin = 5_000;

interface HubOptions {
  connection: Connection;
  turns: DatabaseTurns;
  /**
   * Identifies a request's sender now. @param asker the person to take the turn, the sender by default @throws {RequestError} as
   * any call would
   */
  identify(request: FastifyRequest, asker?: Asker): Promise<Caller>;
  logger: Pick<FastifyBaseLogger, "warn">;
}

/** Connected clients of this process, and the messages for each (HO-03, SH-12). */
export class Hub {
  private readonly tenants = new Map<string, Set<Client>>();
  private readonly presence = new Map<string, Presence>();
  /** Closed connections, with their key and the time after which their user counts as gone. */
  private leaving: { tenant: string; userId: string; by: string; at: number }[] = [];
  size = 0;
  private listening: Promise<() => Promise<void>> | undefined;
  private readonly checks: CallerChecks;
  private sweeping: NodeJS.Timeout | undefined;
  private isClosed = false;

  readonly identify: HubOptions["identify"];

  constructor(private readonly options: HubOptions) {
    this.identify = options.identify;
    // Checks have their own turns: one person's flood must not delay the checks of others.
    this.checks = new CallerChecks((request) => options.identify(request, { tenant: "", person: "checks" }));
  }

  /**
   * Connects a client.
   * @throws {RequestError} 401, 403 or 404 for callers without permission, 429 for too many connections, 503 while no
   * signals arrive
   */
  async connect(
    request: FastifyRequest,
    transport: Transport,
    onEnd: () => void = () => {},
  ): Promise<Pick<Client, "live" | "caller">> {
    const caller = await this.authorizeConnection(request);
    await this.listen();
    const client: Client = {
      request,
      caller,
      verifiedAt: Date.now(),
      live: new LiveConnection(transport, () => {
        this.forget(client);
        onEnd();
      }),
    };
    const { tenantId } = caller.tenant;
    const others = this.tenants.get(tenantId) ?? new Set();
    this.tenants.set(tenantId, others.add(client));
    this.size += 1;
    this.sweeping ??= setInterval(() => this.sweep(), sweepInterval).unref();
    // Signals during the identification went only to existing clients.
    this.checks.ask(client);
    return client;
  }

  /** Refuses as {@link connect} does. */
  async authorizeConnection(request: FastifyRequest): Promise<Caller> {
    if (this.isClosed)
      throw new RequestError("unavailable", { status: 503, headers: { "retry-after": "1" } });
    const caller = await this.identify(request);
    const { userId } = caller.user;
    const own = [...(this.tenants.get(caller.tenant.tenantId) ?? [])].filter(
      (client) => client.caller.user.userId === userId,
    );
    if (own.length >= maxPerPerson || this.size >= maxConnections)
      throw new RequestError("tooManyStreams", { status: 429, headers: { "retry-after": "30" } });
    return caller;
  }

  /** Like {@link answerCalls}, and notifies this process's own clients. */
  async answerCalls(request: FastifyRequest, caller: Caller, calls: readonly HubCall[]) {
    await this.listen();
    return answerCalls(this.options, request, caller, calls);
  }

  /** Closes all connections; their clients reconnect to other processes. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.sweeping);
    for (const client of this.all()) client.live.end(closeMessage(undefined, true));
    const stop = await this.listening?.catch(() => undefined);
    await stop?.();
  }

  private *all(): Iterable<Client> {
    for (const clients of this.tenants.values()) yield* [...clients];
  }

  private forget(client: Client): void {
    const { tenantId } = client.caller.tenant;
    const clients = this.tenants.get(tenantId);
    if (!clients?.delete(client)) return;
    this.size -= 1;
    this.checks.forget(client);
    if (clients.size === 0) this.tenants.delete(tenantId);
    const { userId } = client.caller.user;
    const by = connectionKeyOf(client.request);
    if (!this.isClosed) this.leaving.push({ tenant: tenantId, userId, by, at: Date.now() + backWithin });
  }

  /** Notifies all servers of users who left a record and have not reconnected. */
  private tellWhoLeft(now: number): void {
    const due = this.leaving.filter(({ at }) => at <= now);
    if (due.length === 0) return;
    this.leaving = this.leaving.filter(({ at }) => at > now);
    const left = due
      .filter(({ tenant, userId, by }) => this.presence.get(tenant)?.saidBy(userId, by).length)
      .map(({ tenant, userId, by }) => ({ kind: "left" as const, tenant, userId, by }));
    if (left.length === 0) return;
    notifyServers(this.options.connection, left).catch((error: unknown) =>
      this.options.logger.warn({ err: error }, "nobody was told who has left"),
    );
  }

  private listen(): Promise<unknown> {
    this.listening ??= this.options.connection
      .listen({
        hear: (payload) => {
          const signal = readSignal(payload);
          if (signal) this.pass(signal);
        },
        missed: () => {
          for (const client of this.all()) {
            this.checks.ask(client);
            client.live.tell({ kind: "resync" });
          }
        },
      })
      .catch((error: unknown) => {
        this.listening = undefined;
        this.options.logger.warn({ err: error }, "signals of the database cannot be heard");
        throw new RequestError("unavailable", { status: 503, headers: { "retry-after": "5" }, cause: error });
      });
    return this.listening;
  }

  private pass(signal: Signal): void {
    const clients = this.tenants.get(signal.tenant) ?? [];
    switch (signal.kind) {
      case "access":
        for (const client of clients)
          if (!signal.users || signal.users.includes(client.caller.user.userId)) this.checks.ask(client);
        return;
      case "notifications":
      case "read": {
        const told = new Map(signal.users.map(([userId, ...rest]) => [userId, rest]));
        for (const { caller, live } of clients) {
          const found = told.get(caller.user.userId);
          if (!found) continue;
          const [count, notificationId] = found;
          live.tell(
            signal.kind === "read" ? { kind: "read" } : { kind: "notifications", count, notificationId },
          );
        }
        return;
      }
      case "presence": {
        const { tenant, collection, id, userId, name, state, by } = signal;
        const presence = this.presence.get(tenant) ?? new Presence();
        this.presence.set(tenant, presence);
        presence.note(`${collection}/${id}`, { userId, name }, state, { by, now: Date.now() });
        this.sendPresence(tenant, `${collection}/${id}`);
        return;
      }
      case "left":
        for (const key of this.presence.get(signal.tenant)?.end(signal.userId, signal.by) ?? [])
          this.sendPresence(signal.tenant, key);
        return;
      case "topic":
        for (const { live } of clients) live.tell({ kind: "topic", topic: signal.topic });
        return;
      case "records": {
        const { kind, collection, ids, deleted, by, byName } = signal;
        // Changed permissions do not name removed users, or those of a closed tenant.
        if (collection === "users" && deleted) for (const client of clients) this.checks.ask(client);
        if (collection === "tenants") for (const client of this.all()) this.checks.ask(client);
        this.sendRecords(clients, { kind, collection, ids, deleted, by, byName });
      }
    }
  }

  /** Checks each client's permission at the moment of sending, or as soon as it is verified. */
  private sendRecords(clients: Iterable<Client>, news: News & { kind: "records" }): void {
    const list = lists.get(news.collection);
    if (!list) return;
    for (const client of clients) {
      if (client.live.isHeld) this.checks.whenVerified(client, () => this.sendRecords([client], news));
      else if (isPermitted(list.access, client.caller.user.permissions)) client.live.tell(news);
    }
  }

  /** Sends only to users present at the record, whose access was checked. */
  private sendPresence(tenantId: string, key: string): void {
    const [collection = "", id = ""] = key.split("/");
    const people = this.presence.get(tenantId)?.of(key, Date.now()) ?? [];
    const present = new Set(people.map(({ userId }) => userId));
    const list = lists.get(collection);
    for (const { caller, live } of this.tenants.get(tenantId) ?? [])
      if (present.has(caller.user.userId) && list && isPermitted(list.access, caller.user.permissions))
        live.tell({ kind: "presence", collection, id, people });
  }

  private sweep(): void {
    const now = Date.now();
    for (const [tenantId, presence] of this.presence) {
      for (const key of presence.expire(now)) this.sendPresence(tenantId, key);
      if (presence.isEmpty) this.presence.delete(tenantId);
    }
    this.tellWhoLeft(now);
    for (const client of this.all()) {
      if (now - client.live.writtenAt >= pingInterval) client.live.write(pingMessage);
      const pause = client.live.isHeld ? 2_000 : recheckInterval;
      if (now - client.verifiedAt >= pause && !this.checks.isDue(client)) this.checks.ask(client, false);
    }
  }
}
