import type * as z from "zod";
import type { ExportColumns } from "./export-columns";
import { type ListFacts, listFactsOf } from "./list-facts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call an endpoint: anybody, anybody signed in, holders of every permission listed, or of any of them.
 * There is no default, so that an endpoint without a decision does not compile. Which permissions there are is known
 * once all areas are put together: `lib/contract/index.ts` holds the names against them.
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

/** The path parameters that `/users/:userId` asks for, as `{ userId: string }`. */
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
   * Set on a GET that changes something, which the specification has a few of; any other is read-only in the database.
   * The BFF takes it, as any call, from our own pages only.
   */
  writes?: true;
  /**
   * Set on whatever changes something: the areas whose answers may be out of date once it has been called. Its callers
   * have their queries asked anew, see `invalidateAreas`. `user` is among them where what one may do oneself may be what changes,
   * `tenants` where who is in them is called or counted otherwise.
   */
  affects?: readonly string[];
  /** False keeps API keys out (403): only somebody who signed in may do this. */
  apiKey?: false;
  /**
   * What becomes of the call in a session that looks as another person. True on what everybody may read who is signed in: it is
   * answered as to that person, whom it else is about alone. `asOneself`: it is answered as to whoever looks.
   */
  whileViewing?: true | "asOneself";
  /** False keeps the call out of the browser's reach: the BFF does not forward it. */
  browser?: false;
  /** Set on calls beyond the specification; servers that lack the capability leave the call out. */
  capability?: Capability;
  /** Set on calls that take a form with a file beside JSON (`multipart/form-data`): the size of that file at most. */
  upload?: {
    readonly megabytes: number;
    /** The file goes to the file store as it comes, and handlers get to know where it lies there. */
    readonly isStreamed?: true;
    /** The size is a setting of the installation, and `megabytes` its default. */
    readonly isAttachment?: true;
  };
  /**
   * Set on files that pages show by their address alone, where no header against forged requests can be sent along. What an address
   * means never changes: browsers keep small pictures, `asked` have them ask each time whether one may still see the file.
   */
  embeddable?: "kept" | "asked";
  /** Set on files that pages lead to by a plain link, so that browsers save them as they come. */
  navigable?: true;
  /**
   * The page of the app that says what is the matter with a public file, by the last part of its address: who follows a link to a file
   * that there is not, or that asks for a password, is led there.
   */
  page?: `/${string}`;
  /** Set on exports: what columns they offer. */
  exported?: ExportColumns;
}

/** What a server may offer beyond the specified calls; `GET /settings/version` lists those it has. */
export const capabilities = [
  "sign-out",
  "api-keys",
  "invitations",
  "invitation-links",
  "tenant-users",
  "avatars",
  "own-password",
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
  "report-documents",
  "background-reports",
  "bulk-save",
  "attributes-at-once",
  "list-views",
  "restore",
  "notification-kinds",
  "role-clones",
  "audit",
  "imports",
  "status-order",
  "view-as",
] as const;
export type Capability = (typeof capabilities)[number];

export type Endpoint = EndpointDeclaration & { area: string; name: string; list?: ListFacts };

/** Whether a call changes nothing, so that it may be made twice. */
export function isRead({ method, writes }: Pick<EndpointDeclaration, "method" | "writes">): boolean {
  return method === "GET" && !writes;
}

/** Whether a session that views as another person may make the call: it only reads, and nothing that is private to that person. */
export function mayBeViewed({
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

/** What a caller hands over; parts that the endpoint does not declare are left out. */
export type CallOf<E extends EndpointDeclaration> = (keyof ParametersOf<E["path"]> extends never
  ? { params?: undefined }
  : { params: ParametersOf<E["path"]> }) &
  (E["query"] extends z.ZodType
    ? Record<string, never> extends Input<E["query"]>
      ? { query?: Input<E["query"]> }
      : { query: Input<E["query"]> }
    : { query?: undefined }) &
  (E["body"] extends z.ZodType ? { body: Input<E["body"]> } : { body?: undefined });

/** Declares the endpoints of one area and gives each its area and name, from which its query key is made. */
export function defineArea<
  const Area extends string,
  const Declarations extends Readonly<Record<string, EndpointDeclaration>>,
>(
  area: Area,
  declarations: Declarations,
): {
  [Name in keyof Declarations]: Declarations[Name] & { area: Area; name: Name & string; list?: ListFacts };
} {
  return Object.fromEntries(
    Object.entries(declarations).map(([name, declaration]) => [
      name,
      { ...declaration, area, name, list: listFactsOf(declaration.query) },
    ]),
  ) as never;
}
