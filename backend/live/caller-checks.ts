import type { FastifyRequest } from "fastify";
import { errorBodyOf, requestErrorOf } from "../http/error-response";
import { RequestError } from "../http/errors";
import { askerIn } from "../http/fair-queue";
import type { Caller } from "../http/identify";
import { languageOf } from "../http/language";
import type { LiveConnection } from "./connection";
import { closeMessage } from "./protocol";
import { WorkQueue } from "./work-queue";

/** Milliseconds without knowing whose a connection is, as while the database is away, after which it ends. */
const maxUnknownTime = 30_000;
/** Checks at once: requests have the rest of the pool. */
const checkedAtOnce = 2;
/** Messages that wait for a check; there are more only while the database is away. */
const maxWaiting = 50;

export interface Client {
  live: LiveConnection;
  /** Says who it is, as often as it is asked. */
  request: FastifyRequest;
  caller: Caller;
  /** Of `Date.now()`: when it was known last who it is and what they may do. */
  knownAt: number;
}

/** Finds out anew who connected clients are and what they may do, and ends the connections of those who may no longer be there. */
export class CallerChecks {
  /** Clients whose messages are held back come first. */
  private readonly due = new WorkQueue<Client>(
    checkedAtOnce,
    (client) => this.check(client),
    ({ caller }) => askerIn(caller),
  );
  private readonly waiting = new WeakMap<Client, (() => void)[]>();

  /** @param identify who a request comes from at this moment; throws {RequestError} as any call of theirs would */
  constructor(private readonly identify: (request: FastifyRequest) => Promise<Caller>) {}

  isDue(client: Client): boolean {
    return this.due.has(client);
  }

  forget(client: Client): void {
    this.due.delete(client);
  }

  /** @param isHeld holds back what the client is told until it is known again who it is */
  ask(client: Client, isHeld = true): void {
    if (client.live.isEnded) return;
    client.live.isHeld ||= isHeld;
    this.due.add(client, client.live.isHeld);
  }

  /** Does something for a client once it is known again who it is. */
  afterwards(client: Client, tell: () => void): void {
    const waiting = this.waiting.get(client) ?? [];
    if (waiting.length < maxWaiting) this.waiting.set(client, [...waiting, tell]);
    else client.live.tell({ kind: "resync" });
  }

  private async check(client: Client): Promise<void> {
    const { request, live, caller: before } = client;
    try {
      const caller = await this.identify(request);
      // An address that is another tenant's by now, or a name that somebody else has.
      const isSame =
        caller.tenant.tenantId === before.tenant.tenantId && caller.user.userId === before.user.userId;
      if (!isSame) throw new RequestError("unauthorized", { status: 401 });
      client.caller = caller;
      client.knownAt = Date.now();
      // Something was changed meanwhile: it is asked once more.
      if (this.isDue(client)) return;
      live.isHeld = false;
      const waiting = this.waiting.get(client) ?? [];
      this.waiting.delete(client);
      for (const tell of waiting) tell();
      live.flush();
    } catch (thrown) {
      const error = requestErrorOf(thrown);
      if (error.status >= 500 && Date.now() - client.knownAt < maxUnknownTime) return;
      const language = languageOf(request.headers.lang ?? request.headers["accept-language"]);
      const { title, message } = errorBodyOf(error, language, request.id);
      // A provider's token that has run out is renewed by its owner, and whoever is away comes back.
      const mayComeBack = error.status >= 500 || before.user.means === "token";
      live.end(closeMessage(message ?? title, mayComeBack));
    }
  }
}
