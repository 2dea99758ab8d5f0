import type * as z from "zod";
import type { BodyOf, Endpoint, ParametersOf, QueryOf } from "../../lib/contract/endpoint";
import type { PermissionName } from "../../lib/contract/permissions";
import type { Language } from "../../lib/preferences/preferences";
import type { Config } from "../config";
import type { Connection, Database } from "../database/transaction";
import type { FileStore } from "../files/store";
import type { Mailer } from "../mail/mailer";
import type { Proof } from "./credentials";
import type { Device } from "./device";

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
}

export interface RequestFacts {
  tenant: Tenant;
  /** From the Lang header; the fallback language when it names none of ours. */
  language: Language;
  /** IANA name from the Timezone header, when it is a valid one. */
  timezone?: string;
  requestId: string;
  /** The client's network address, as far as it is known. */
  address: string;
  device: Device;
  config: Config;
  mailer: Mailer;
  files: FileStore;
}

/** What handlers of signed-in calls get besides their input. */
export interface Context extends RequestFacts {
  user: SignedInUser;
  /** The request's one transaction, as `hub_app` in the request's tenant; committed when the handler resolves. */
  db: Database;
  /** For what goes on when that transaction is over; never for another one meanwhile. */
  connection: Connection;
  /**
   * Does `work` once the transaction is committed, such as what cannot be rolled back. What it throws is the answer, so
   * it undoes what was committed first.
   */
  afterCommit(work: () => Promise<void>): void;
  /** Does `work` once the transaction is rolled back, for what the database does not take back by itself. */
  afterRollback(work: () => Promise<void>): void;
}

/** What handlers of public calls get: they run outside a transaction and open their own. */
export interface PublicContext extends RequestFacts {
  connection: Connection;
  credentials?: Credentials;
}

/** User name and password or secret, from a Basic authorization header (RFC 7617). */
export interface Credentials {
  userName: string;
  secret: string;
}

export interface HandlerCall<E extends Endpoint> {
  /** Parameters whose names end in `Id` are UUIDs: any other value has been answered 404. */
  params: ParametersOf<E["path"]>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  context: E["access"] extends "public" ? PublicContext : Context;
}

/** Resolves with what the endpoint answers; keys beyond the declared ones are not sent. */
export type Handler<E extends Endpoint> = (call: HandlerCall<E>) => Promise<z.input<E["answer"]>>;

/** An endpoint with its handler, types erased: their agreement was checked by {@link implement}. */
export interface Route {
  endpoint: Endpoint;
  handler: (call: {
    params: Record<string, string>;
    query: unknown;
    body: unknown;
    context: Context | PublicContext;
  }) => Promise<unknown>;
}

/** Binds each endpoint of an area to its handler; one that is missing does not compile. */
export function implement<Endpoints extends Readonly<Record<string, Endpoint>>>(
  endpoints: Endpoints,
  handlers: { [Name in keyof Endpoints]: Handler<Endpoints[Name]> },
): readonly Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name] as unknown as Route["handler"],
  }));
}
