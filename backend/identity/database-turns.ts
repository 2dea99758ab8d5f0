import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { networkOf } from "../core/network";
import { tenantOf } from "../core/tenant-prefix";
import type { Proof } from "../credentials/credentials";
import { type Connection, DatabaseUnavailable } from "../database/transaction";
import type { InTurn } from "../endpoint/route";
import { type Asking, type Departure, FairLimiter } from "../queues/fair-limiter";
import type { Asker } from "../queues/fair-queue";
import type { PermissionCache } from "./permission-cache";

/** Milliseconds that a transaction waits for its turn; the web process waits longer for the response. */
const timeout = 12_000;
/** Limits of waiting transactions. */
const waiting = { all: 20_000, each: 2_000 };

/** Page size above which a list counts as long. */
const longPage = 100;

/**
 * Schedules database transactions fairly: at most half of the pool for one person at once, and one long list. The
 * embedded database runs one transaction at a time.
 */
export class DatabaseTurns {
  private readonly limiter: FairLimiter;
  private readonly longWeight: number;
  private succeededAt = 0;

  constructor(
    private readonly connection: Connection,
    poolSize: number,
  ) {
    const atOnce = connection.kind === "pglite" ? 1 : poolSize;
    const each = Math.ceil(atOnce / 2);
    // Leaves room for short calls of the same person.
    this.longWeight = Math.max(1, each - 1);
    this.limiter = new FairLimiter({ atOnce, each, timeout, waiting });
  }

  get waiting(): number {
    return this.limiter.waiting;
  }

  /** @param mayBeDropped whether nothing is lost when the client disconnects before it begins */
  of(request: FastifyRequest, asker: Asker, mayBeDropped: boolean): InTurn {
    return (transaction) =>
      this.during(asker, transaction, {
        weight: isLongList(request) ? this.longWeight : 1,
        departure: mayBeDropped ? departureOf(request) : undefined,
      });
  }

  /** The connection for anonymous callers, who share turns by network. */
  publicConnection(request: FastifyRequest): Connection {
    const inTurn = this.of(request, anonymousAsker(request), false);
    return {
      ...this.connection,
      transaction: (...given) => inTurn(() => this.connection.transaction(...given)),
    };
  }

  private during<T>(asker: Asker, transaction: () => Promise<T>, asking: Asking): Promise<T> {
    return this.limiter.during(
      asker,
      async () => {
        const begunAt = performance.now();
        try {
          const result = await transaction();
          this.succeededAt = performance.now();
          return result;
        } catch (error) {
          // If nothing else has succeeded meanwhile either, waiting transactions would fail the same way later.
          if (error instanceof DatabaseUnavailable && this.succeededAt < begunAt)
            this.limiter.refuseWaiting(error);
          throw error;
        }
      },
      asking,
    );
  }
}

/**
 * Identifies the sender for scheduling. An unknown sender shares turns with their network, because proofs and tenants
 * can be made up.
 */
export function askerOf(
  request: FastifyRequest,
  proof: Proof | undefined,
  remembered: PermissionCache,
): Asker {
  const known = remembered.of(tenantOf(request.raw), proof);
  return known ? { tenant: known.tenantId, person: known.userId } : anonymousAsker(request);
}

const anonymousAsker = ({ ip }: FastifyRequest): Asker => ({ tenant: "", person: networkOf(ip) });

function isLongList({ query }: FastifyRequest): boolean {
  const { pageLimit } = (query ?? {}) as { pageLimit?: unknown };
  if (pageLimit === undefined) return false;
  return !(Number(pageLimit) >= 0 && Number(pageLimit) <= longPage);
}

const listening = new WeakMap<Socket, Set<() => void>>();

/** Reports when the client closes its connection. */
export function departureOf({ raw: { socket } }: Pick<FastifyRequest, "raw">): Departure {
  return (listener) => {
    if (socket.destroyed) queueMicrotask(listener);
    const known = listening.get(socket);
    const listeners = known ?? new Set();
    // One listener for all requests that a client sends concurrently on a connection.
    if (!known) {
      listening.set(socket, listeners);
      socket.once("close", () => {
        for (const each of listeners) each();
      });
    }
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}
