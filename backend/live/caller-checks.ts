import type { FastifyRequest } from "fastify";
import { RequestError } from "../core/errors";
import { languageOf } from "../core/language";
import { errorBodyOf, requestErrorOf } from "../endpoint/error-response";
import type { Caller } from "../identity/identify";
import { askerIn } from "../queues/fair-queue";
import type { LiveConnection } from "./connection";
import { closeMessage } from "./protocol";
import { WorkQueue } from "./work-queue";

/**
 * Milliseconds after which a connection with an unverifiable caller ends, for instance while the database is
 * unavailable.
 */
const maxUnknownTime = 30_000;
/** Concurrent checks: requests have the rest of the pool. */
const checkedAtOnce = 2;
/** Limit of messages that wait for a check; reached only while the database is unavailable. */
const maxWaiting = 50;

export interface Client {
  live: LiveConnection;
  /** Identifies the client at each check. */
  request: FastifyRequest;
  caller: Caller;
  /** `Date.now()` of the last successful check. */
  verifiedAt: number;
}

/** Re-checks the identity and permissions of connected clients, and closes connections that are no longer allowed. */
export class CallerChecks {
  /** Clients with held-back messages come first. */
  private readonly due = new WorkQueue<Client>(
    checkedAtOnce,
    (client) => this.check(client),
    ({ caller }) => askerIn(caller),
  );
  private readonly waiting = new WeakMap<Client, (() => void)[]>();

  /** @param identify identifies a request's sender now; throws {RequestError} as any call would */
  constructor(private readonly identify: (request: FastifyRequest) => Promise<Caller>) {}

  isDue(client: Client): boolean {
    return this.due.has(client);
  }

  forget(client: Client): void {
    this.due.delete(client);
  }

  /** @param isHeld holds back the client's messages until it is verified */
  ask(client: Client, isHeld = true): void {
    if (client.live.isEnded) return;
    client.live.isHeld ||= isHeld;
    this.due.add(client, client.live.isHeld);
  }

  /** Runs `tell` once the client is verified. */
  whenVerified(client: Client, tell: () => void): void {
    const waiting = this.waiting.get(client) ?? [];
    if (waiting.length < maxWaiting) this.waiting.set(client, [...waiting, tell]);
    else client.live.tell({ kind: "resync" });
  }

  private async check(client: Client): Promise<void> {
    const { request, live, caller: before } = client;
    try {
      const caller = await this.identify(request);
      // The address may belong to another tenant by now, the name to another user.
      const isSame =
        caller.tenant.tenantId === before.tenant.tenantId && caller.user.userId === before.user.userId;
      if (!isSame) throw new RequestError("unauthorized", { status: 401 });
      client.caller = caller;
      client.verifiedAt = Date.now();
      // Changed meanwhile: check again.
      if (this.isDue(client)) return;
      live.isHeld = false;
      const waiting = this.waiting.get(client) ?? [];
      this.waiting.delete(client);
      for (const tell of waiting) tell();
      live.flush();
    } catch (thrown) {
      const error = requestErrorOf(thrown);
      if (error.status >= 500 && Date.now() - client.verifiedAt < maxUnknownTime) return;
      const language = languageOf(request.headers.lang ?? request.headers["accept-language"]);
      const { title, message } = errorBodyOf(error, language, request.id);
      // An expired provider's token is renewed by its owner, and after an outage the client reconnects.
      const mayComeBack = error.status >= 500 || before.user.means === "token";
      live.end(closeMessage(message ?? title, mayComeBack));
    }
  }
}
