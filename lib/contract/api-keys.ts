import * as z from "zod";
import { text } from "../validation/text";
import type { Access } from "./endpoint";
import {
  givenInstant,
  instant,
  listQuery,
  listResponse,
  nothing,
  recordId,
  repeated,
  sortDir,
} from "./schemas";

/** A key as lists show it: the key itself is answered once, when it is made, and kept nowhere. */
export const apiKeyRow = z.object({
  apiKeyId: z.string(),
  /** What its maker calls it; may be empty. */
  keyName: z.string(),
  /** The last characters of the key. */
  keyEnding: z.string(),
  /** Null: until it is revoked. */
  validUntil: instant.nullable(),
  createdOn: instant,
  createdBy: z.string(),
  /** To the minute; null as long as it was never used. */
  lastUsedOn: instant.nullable(),
  lastUsedAddress: z.string().nullable(),
  /**
   * `maker`: somebody else made it, so that it permits no more than they may do. `makerGone`: they are deleted, and it is
   * refused. Beyond the specification.
   */
  bound: z.enum(["maker", "makerGone"]).nullish(),
});
export type ApiKeyRow = z.output<typeof apiKeyRow>;

/** What may be said about a new key; also the schema of the form. */
export const apiKeyCreate = z.object({
  keyName: text(100).default(""),
  /** A moment to come; without it the key is valid until it is revoked. */
  validUntil: givenInstant.optional(),
});
export type ApiKeyCreate = z.input<typeof apiKeyCreate>;

/**
 * The calls for the API keys of the user at `path`, in `area` (US-05). A key is sent as `Authorization: Bearer <key>` and permits
 * what its user may do at that moment, and where somebody else made it, no more than they may do (PM-05). Only somebody who
 * signed in makes and revokes keys.
 */
export function apiKeyEndpoints<
  const Path extends string,
  const Grant extends Access,
  const Area extends string,
>(area: Area, path: Path, access: Grant) {
  return {
    createApiKey: {
      method: "GET",
      path: `${path}/create-api-key`,
      access,
      summary: "Makes an API key and answers it, this once; 409 when the user has too many.",
      affects: [area],
      query: apiKeyCreate,
      response: z.string(),
      writes: true,
      apiKey: false,
    },
    apiKeys: {
      method: "GET",
      path: `${path}/api-keys`,
      access,
      summary: "A page of the user's API keys, with when they were last used.",
      query: listQuery(
        ["createdOn", "keyName", "createdBy", "validUntil", "lastUsedOn"],
        {},
        { sortDir: sortDir("desc") },
      ),
      response: listResponse(apiKeyRow),
      capability: "api-keys",
    },
    removeApiKeys: {
      method: "DELETE",
      path: `${path}/api-keys`,
      access,
      summary: "Revokes API keys: they are refused from the next request on.",
      affects: [area],
      query: z.object({ apiKeyIds: repeated(recordId) }),
      response: nothing,
      apiKey: false,
      capability: "api-keys",
    },
  } as const;
}
