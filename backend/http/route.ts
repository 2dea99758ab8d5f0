import type * as z from "zod";
import type { BodyOf, Endpoint, ParametersOf, QueryOf } from "../../lib/contract/endpoint";
import type { PermissionName } from "../../lib/contract/permissions";
import type { Language } from "../../lib/preferences/preferences";
import type { Config } from "../config";
import type { Connection, Database } from "../database/transaction";
import type { OfficeConverter } from "../files/office-converter";
import type { FileStore } from "../files/store";
import type { Thumbnails } from "../files/thumbnails";
import type { VideoPosters } from "../files/video-posters";
import type { Mailer } from "../mail/mail";
import type { Credentials, Proof } from "./credentials";
import type { InTurn } from "./database-turns";
import type { Device } from "./device";
import type { Departure } from "./fair-limiter";

export interface Tenant {
  tenantId: string;
  identifier: string;
  name: string;
}

export interface SignedInUser {
  userId: string;
  userName: string;
  displayName: string;
  /** All that the tenant offers, for holders of the administrator role. */
  permissions: ReadonlySet<PermissionName>;
  /** The permissions that there are in the tenant. */
  offered: ReadonlySet<PermissionName>;
  /** By what the request said who sends it. */
  means: Proof["means"];
  /** The stored hash of the secret or key that it came with; empty for a provider's token, of which nothing is stored. */
  sessionId: string;
  /** As `sessionKeyOf` has it. */
  sessionKey?: string;
  /** Set where somebody looks at the product as this user. */
  viewedBy?: { userId: string; userName: string; displayName: string; until: string };
}

/** What all requests share. */
export interface SharedServices {
  config: Config;
  /** Of handlers it is for what goes on when their transaction is over; never for another one meanwhile. */
  connection: Connection;
  mailer: Mailer;
  files: FileStore;
  thumbnails: Thumbnails;
  /** Where there is an ffmpeg. */
  posters?: VideoPosters;
  /** Where the installation has one. */
  converter?: OfficeConverter;
}

export interface RequestFacts extends SharedServices {
  tenant: Tenant;
  /** From the Lang header; the fallback language when it names none of ours. */
  language: Language;
  /** IANA name from the Timezone header, when it is a valid one. */
  timeZone?: string;
  requestId: string;
  /** The client's network address, as far as it is known. */
  address: string;
  /** Hears when the client has gone, for work that nobody waits for then. */
  departure: Departure;
  device: Device;
}

/** What handlers of signed-in calls get besides their input. */
export interface Context extends RequestFacts {
  user: SignedInUser;
  /** Runs a transaction of its own, after or before the request's, when it is the user's turn. */
  inTurn: InTurn;
  /** The request's one transaction, as `hub_app` in the request's tenant; committed when the handler resolves. */
  db: Database;
  /**
   * Does `work` once the transaction is committed, such as what cannot be rolled back. What it throws is the answer, so
   * it undoes what was committed first.
   */
  afterCommit(work: () => Promise<void>): void;
  /** Does `work` once the transaction is rolled back, for what the database does not take back by itself. */
  afterRollback(work: () => Promise<void>): void;
  /** Lists count no more hits than tell that there are many: nobody needs to know the exact number. */
  isCountBounded?: boolean;
}

/** What handlers of public calls get: they run outside a transaction and open their own. */
export interface PublicContext extends RequestFacts {
  credentials?: Credentials;
}

export interface HandlerCall<E extends Endpoint> {
  /** Parameters whose names end in `Id` are UUIDs: any other value has been answered 404. */
  params: ParametersOf<E["path"]>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  context: E["access"] extends "public" ? PublicContext : Context;
}

/** Resolves with what the endpoint answers; keys beyond the declared ones are not sent. */
export type Handler<E extends Endpoint> = (call: HandlerCall<E>) => Promise<z.input<E["response"]>>;

/** What slow work has at hand, while no transaction is open. */
export type SlowContext = Omit<Context, "db" | "afterCommit">;

/**
 * A handler with work that takes long and is no SQL, such as hashing a password: it is done between two transactions, so
 * that nobody waits for it but who asked for it (docs/decisions/0048).
 */
interface SlowSteps<E extends Endpoint, Made, Given = Made> {
  /**
   * In the first transaction, after the endpoint's permission: refuses all that would be refused afterwards, so that nobody
   * has work done in vain. It changes nothing.
   */
  check(call: HandlerCall<E>): Promise<unknown>;
  /** The slow work. What it leaves behind that is no row it takes back with `afterRollback`. */
  prepare(call: Omit<HandlerCall<E>, "context"> & { context: SlowContext }): Promise<Made>;
  /** In the second transaction, after the permission again: checks all of it anew, since it was let go of meanwhile. */
  handle(call: HandlerCall<E>, made: Given): Promise<z.input<E["response"]>>;
}

interface SlowHandler<E extends Endpoint> {
  isNeeded: (call: HandlerCall<E>) => boolean;
  steps: SlowSteps<E, unknown>;
}

/** A handler in {@link SlowSteps}. */
export function slowly<E extends Endpoint, Made>(steps: SlowSteps<E, Made>): SlowHandler<E> {
  return { isNeeded: () => true, steps };
}

/** The same for requests that need it; for all others there is one transaction, in which nothing was made. */
export function slowlyIf<E extends Endpoint, Made>(
  isNeeded: (call: HandlerCall<E>) => boolean,
  steps: SlowSteps<E, Made, Made | undefined>,
): SlowHandler<E> {
  return { isNeeded, steps: steps as SlowSteps<E, unknown> };
}

interface Call<C> {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  context: C;
}

/** An endpoint with its handler, types erased: their agreement was checked by {@link implement}. */
export interface Route {
  endpoint: Endpoint;
  handler: (call: Call<Context | PublicContext>, made?: unknown) => Promise<unknown>;
  /** What comes before the handler, where that does slow work. */
  slow?: {
    isNeeded(call: Call<Context>): boolean;
    check(call: Call<Context>): Promise<unknown>;
    prepare(call: Call<SlowContext>): Promise<unknown>;
  };
}

/** Binds each endpoint of an area to its handler; one that is missing does not compile. */
export function implement<Endpoints extends Readonly<Record<string, Endpoint>>>(
  endpoints: Endpoints,
  handlers: { [Name in keyof Endpoints]: Handler<Endpoints[Name]> | SlowHandler<Endpoints[Name]> },
): readonly Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const handler = handlers[name] as unknown as Route["handler"] | ErasedSlowHandler;
    if (typeof handler === "function") return { endpoint, handler };
    const { isNeeded, steps } = handler;
    return { endpoint, handler: steps.handle, slow: { isNeeded, ...steps } };
  });
}

type ErasedSlowHandler = Pick<Required<Route>["slow"], "isNeeded"> & {
  steps: Omit<Required<Route>["slow"], "isNeeded"> & { handle: Route["handler"] };
};
