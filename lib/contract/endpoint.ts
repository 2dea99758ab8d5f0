import type * as z from "zod";
import type { ExportColumns } from "./export-columns";
import { type ListProperties, listPropertiesOf } from "./list-facts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Permission to call an endpoint: public, any signed-in user, all listed permissions, or any of them. There is no default,
 * so that an endpoint without a decision does not compile. `lib/contract/index.ts` checks the names, which are known once
 * all areas are combined.
 */
export type Access<Permission extends string = string> =
  | "public"
  | "signedIn"
  | readonly [Permission, ...Permission[]]
  | { anyOf: readonly [Permission, ...Permission[]] };

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The path parameters of `/users/:userId`, as `{ userId: string }`. */
export type ParametersOf<Path extends string> = { [Name in ParameterNames<Path>]: string };

export interface EndpointDeclaration {
  method: Method;
  /** Begins with `/`; parameters are whole segments such as `:userId`. */
  path: string;
  access: Access;
  /** One line for the OpenAPI document. */
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /**
   * Set on the few GETs of the specification that change data; any other GET is read-only in the database. The BFF accepts
   * it from our own pages only, as any call.
   */
  writes?: true;
  /**
   * Set on every writing call: the areas whose responses it outdates. Callers refetch their queries, see `invalidateAreas`.
   * Includes `user` if the caller's own permissions may change, and `tenants` if names or numbers of their users may.
   */
  affects?: readonly string[];
  /** False refuses API keys (403): only an interactive sign-in may do this. */
  apiKey?: false;
  /**
   * Refuses sessions whose last factor is too old (AU-12): 403 `confirmationNeeded`, after which PUT /user/confirmation and
   * the same call succeed. API keys are exempt. `byContent`: the handler decides. Other servers may ignore it.
   */
  confirm?: true | "byContent";
  /**
   * Behaviour in a session that views as another user. True on reads open to all signed-in users: answered as for that
   * user, unless private to them. `asOneself`: answered as for the session's owner.
   */
  whileViewing?: true | "asOneself";
  /** False: not available to browsers; the BFF does not forward it. */
  browser?: false;
  /** Set on calls beyond the specification; servers without the capability lack the call. */
  capability?: Capability;
  /** Set on calls that accept a form with a file besides JSON (`multipart/form-data`): maximum size of that file. */
  upload?: {
    readonly megabytes: number;
    /** Maximum number of files; 1 by default. */
    readonly files?: number;
    /** Streams the file to the file store; handlers get its location there. */
    readonly isStreamed?: true;
    /** The size is a setting of the installation, with `megabytes` as its default. */
    readonly isAttachment?: true;
  };
  /**
   * Set on files that pages embed by address, which cannot send a CSRF header. The content of an address never changes:
   * `kept` allows browsers to cache, `asked` requires revalidation, as permission may be lost.
   */
  embeddable?: "kept" | "asked";
  /** Set on files that pages link to, so that browsers download them as a stream. */
  navigable?: true;
  /**
   * The app's page that explains a failed public file, by the last part of its address: for a link to a missing file, or
   * one with a password.
   */
  page?: `/${string}`;
  /** Set on exports: the columns they offer. */
  exported?: ExportColumns;
}

/** Optional features beyond the specified calls; `GET /settings/version` lists the available ones. */
export const capabilities = [
  "sign-out",
  "api-keys",
  "invitations",
  "invitation-links",
  "tenant-users",
  "avatars",
  "own-password",
  "password-resets",
  "home",
  "attachment-archives",
  "office-documents",
  "video-posters",
  "attachment-versions",
  "attachment-relations",
  "attachment-uses",
  "share-pages",
  "deleted-records",
  "themes",
  "search",
  "figures",
  "permission-sources",
  "user-sign-ins",
  "report-documents",
  "background-reports",
  "bulk-save",
  "bulk-role-removal",
  "attributes-at-once",
  "list-views",
  "restore",
  "notification-kinds",
  "role-clones",
  "audit",
  "imports",
  "status-order",
  "assignment-changes",
  "view-as",
  "suspension",
  "system",
  "second-factors",
  "sessions",
  "confirmation",
  "users-without-password",
  "provider-groups",
] as const;
export type Capability = (typeof capabilities)[number];

export type Endpoint = EndpointDeclaration & { area: string; name: string; list?: ListProperties };

/** Whether a call changes nothing, so that it can be repeated. */
export function isRead({ method, writes }: Pick<EndpointDeclaration, "method" | "writes">): boolean {
  return method === "GET" && !writes;
}

/** Whether a session that views as another user may make the call: it only reads, and nothing private to that user. */
export function isAllowedWhileViewing({
  access,
  whileViewing,
  ...call
}: Pick<EndpointDeclaration, "access" | "method" | "writes" | "whileViewing">): boolean {
  return isRead(call) && (whileViewing === true || (access !== "signedIn" && access !== "public"));
}

/** Whether a call may carry a body: JSON, or a form with a file. */
export function takesBody({ body, upload }: Pick<EndpointDeclaration, "body" | "upload">): boolean {
  return body !== undefined || upload !== undefined;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

export type QueryOf<E extends EndpointDeclaration> = Output<E["query"]>;
export type BodyOf<E extends EndpointDeclaration> = Output<E["body"]>;
export type ResponseOf<E extends EndpointDeclaration> = z.output<E["response"]>;

/** Input of a call; parts that the endpoint does not declare are omitted. */
export type CallOf<E extends EndpointDeclaration> = (keyof ParametersOf<E["path"]> extends never
  ? { params?: undefined }
  : { params: ParametersOf<E["path"]> }) &
  (E["query"] extends z.ZodType
    ? Record<string, never> extends Input<E["query"]>
      ? { query?: Input<E["query"]> }
      : { query: Input<E["query"]> }
    : { query?: undefined }) &
  (E["body"] extends z.ZodType ? { body: Input<E["body"]> } : { body?: undefined });

/** Declares the endpoints of one area, and gives each its area and name, which form its query key. */
export function defineArea<
  const Area extends string,
  const Declarations extends Readonly<Record<string, EndpointDeclaration>>,
>(
  area: Area,
  declarations: Declarations,
): {
  [Name in keyof Declarations]: Declarations[Name] & {
    area: Area;
    name: Name & string;
    list?: ListProperties;
  };
} {
  return Object.fromEntries(
    Object.entries(declarations).map(([name, declaration]) => [
      name,
      { ...declaration, area, name, list: listPropertiesOf(declaration.query) },
    ]),
  ) as never;
}
