import type * as z from "zod";
import type { BodyOf, Endpoint, ParametersOf, QueryOf } from "../../lib/contract/endpoint";
import type { PermissionName } from "../../lib/contract/permissions";
import type { SystemReport } from "../../lib/contract/system";
import type { Language } from "../../lib/preferences/preferences";
import type { Config } from "../config/config";
import type { Device } from "../core/device";
import type { SecondStep } from "../core/second-step";
import type { Credentials, Proof } from "../credentials/credentials";
import type { Actor, Connection, Database } from "../database/transaction";
import type { OfficeConverter } from "../files/office-converter";
import type { FileStore } from "../files/store";
import type { Thumbnails } from "../files/thumbnails";
import type { VideoPosters } from "../files/video-posters";
import type { Mailer } from "../mail/mail";
import type { Departure } from "../queues/fair-limiter";

/** Runs a transaction when it is the caller's turn. */
export type InTurn = <T>(transaction: () => Promise<T>) => Promise<T>;

export interface Tenant {
  tenantId: string;
  identifier: string;
  name: string;
}

export interface SignedInUser {
  userId: string;
  userName: string;
  displayName: string;
  /** The party that acts for the user, from a provider's token. */
  actor?: string;
  /** All permissions of the tenant, for holders of the administrator role. */
  permissions: ReadonlySet<PermissionName>;
  /** The tenant's available permissions. */
  offered: ReadonlySet<PermissionName>;
  /** The kind of proof that the request came with. */
  means: Proof["means"];
  /** The stored hash of the secret or key of the request; empty for a provider's token, for which nothing is stored. */
  sessionId: string;
  /** See `sessionKeyOf`. */
  sessionKey?: string;
  /** The real user while they are viewing as this one. */
  viewedBy?: { userId: string; userName: string; displayName: string; until: string };
}

/** The author to record for a user's changes, for code that enters a tenant directly. */
export const authorOf = ({ userId, displayName, actor }: SignedInUser): Actor => ({
  userId,
  userName: actor ? `${displayName} (${actor})` : displayName,
});

/** Shared by all requests. */
export interface SharedServices {
  config: Config;
  /** For work of handlers after their transaction; never for a second one in between. */
  connection: Connection;
  mailer: Mailer;
  files: FileStore;
  thumbnails: Thumbnails;
  /** Set when ffmpeg is available. */
  posters?: VideoPosters;
  /** Set when the installation has one. */
  converter?: OfficeConverter;
  /** Runs the checks of the installation; outside of a transaction only. */
  systemChecks: { report(language: Language): Promise<SystemReport> };
}

export interface RequestFacts extends SharedServices {
  tenant: Tenant;
  /** From the Lang header; the fallback language if it names none of ours. */
  language: Language;
  /** IANA name from a valid Timezone header. */
  timeZone?: string;
  requestId: string;
  /** The client's network address, as far as known. */
  address: string;
  /** Reports that the client has disconnected, to abandon work. */
  departure: Departure;
  device: Device;
  /** The second step of a sign-in. */
  secondStep: SecondStep;
}

/** Context for handlers of signed-in calls. */
export interface Context extends RequestFacts {
  user: SignedInUser;
  /** Runs a separate transaction in the user's turn, before or after the request's. */
  inTurn: InTurn;
  /** The request's one transaction, as `hub_app` in the request's tenant; committed when the handler resolves. */
  db: Database;
  /**
   * Runs `work` after the commit, for what cannot be rolled back. Its errors become the response, so it must first undo
   * the committed changes.
   */
  afterCommit(work: () => Promise<void>): void;
  /** Runs `work` after a rollback, for effects that the database does not undo. */
  afterRollback(work: () => Promise<void>): void;
  /** For calls declared with `confirm: "byContent"`. @throws {RequestError} 403 `confirmationNeeded` */
  requireConfirmed(): Promise<void>;
  /** Lets lists stop counting hits at a limit where the exact number does not matter. */
  isCountBounded?: boolean;
}

/** Context for handlers of public calls, which open their own transactions. */
export interface PublicContext extends RequestFacts {
  credentials?: Credentials;
}

export interface HandlerCall<E extends Endpoint> {
  /** Parameters named `…Id` are UUIDs: other values have been answered with 404. */
  params: ParametersOf<E["path"]>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  context: E["access"] extends "public" ? PublicContext : Context;
}

/** Resolves with the response; undeclared keys are dropped. */
export type Handler<E extends Endpoint> = (call: HandlerCall<E>) => Promise<z.input<E["response"]>>;

/** Context for slow work, while no transaction is open. */
export type SlowContext = Omit<Context, "db" | "afterCommit">;

/**
 * A handler with slow work that is not SQL, such as hashing a password: it runs between two transactions, so that no
 * other request waits for it (docs/decisions/0048).
 */
interface SlowSteps<E extends Endpoint, Made, Given = Made> {
  /**
   * Runs in the first transaction, after the endpoint's permission: refuses all that the second would, so that no work
   * is wasted. Changes nothing.
   */
  check(call: HandlerCall<E>): Promise<unknown>;
  /** The slow work. Cleans up effects outside the database with `afterRollback`. */
  prepare(call: Omit<HandlerCall<E>, "context"> & { context: SlowContext }): Promise<Made>;
  /**
   * Runs in the second transaction, after the permission again: repeats all checks, since nothing was locked meanwhile.
   */
  handle(call: HandlerCall<E>, made: Given): Promise<z.input<E["response"]>>;
}

interface SlowHandler<E extends Endpoint> {
  isNeeded: (call: HandlerCall<E>) => boolean;
  steps: SlowSteps<E, unknown>;
}

/** Declares a handler in {@link SlowSteps}. */
export function slowHandler<E extends Endpoint, Made>(steps: SlowSteps<E, Made>): SlowHandler<E> {
  return { isNeeded: () => true, steps };
}

/** The same for requests that need it; all others get one transaction, without prepared work. */
export function slowHandlerIf<E extends Endpoint, Made>(
  isNeeded: (call: HandlerCall<E>) => boolean,
  steps: SlowSteps<E, Made, Made | undefined>,
): SlowHandler<E> {
  return { isNeeded, steps: steps as SlowSteps<E, unknown> };
}

/** Creates several records at once. */
export interface BulkCreation {
  /** All or none, in one statement; returns their ids in order. */
  createAll: (context: Context, bodies: readonly unknown[]) => Promise<readonly string[]>;
  /** Whether a rule checks each before any of them exists. */
  isChecked: boolean;
}

/** A handler that creates one record, and its bulk counterpart for imports. */
export interface CreateHandler<E extends Endpoint> {
  handle: Handler<E>;
  bulk: BulkCreation;
}

interface Call<C> {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  context: C;
}

/** An endpoint with its handler, types erased: {@link implement} has checked that they agree. */
export interface Route {
  endpoint: Endpoint;
  handler: (call: Call<Context | PublicContext>, made?: unknown) => Promise<unknown>;
  /** Steps before the handler, if it does slow work. */
  slow?: {
    isNeeded(call: Call<Context>): boolean;
    check(call: Call<Context>): Promise<unknown>;
    prepare(call: Call<SlowContext>): Promise<unknown>;
  };
  /** Of a {@link CreateHandler}. */
  bulk?: BulkCreation;
}

/** Binds each endpoint of an area to its handler; a missing one does not compile. */
export function implement<Endpoints extends Readonly<Record<string, Endpoint>>>(
  endpoints: Endpoints,
  handlers: {
    [Name in keyof Endpoints]:
      | Handler<Endpoints[Name]>
      | SlowHandler<Endpoints[Name]>
      | CreateHandler<Endpoints[Name]>;
  },
): readonly Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const handler = handlers[name] as unknown as Route["handler"] | ErasedSlowHandler | ErasedCreateHandler;
    if (typeof handler === "function") return { endpoint, handler };
    if ("bulk" in handler) return { endpoint, handler: handler.handle, bulk: handler.bulk };
    const { isNeeded, steps } = handler;
    return { endpoint, handler: steps.handle, slow: { isNeeded, ...steps } };
  });
}

type ErasedSlowHandler = Pick<Required<Route>["slow"], "isNeeded"> & {
  steps: Omit<Required<Route>["slow"], "isNeeded"> & { handle: Route["handler"] };
};

type ErasedCreateHandler = { handle: Route["handler"]; bulk: BulkCreation };
