import * as z from "zod";
import { text } from "../validation/text";
import { column } from "./columns";
import type { Access } from "./endpoint";
import { defineList } from "./lists";
import { givenInstant, nothing, recordId, repeated } from "./schemas";

/** A key in lists, without its secret, which is returned once at creation and never stored. */
export const apiKeyList = defineList(
  {
    apiKeyId: z.string(),
    /** A name given by its creator; may be empty. */
    keyName: column.readText({ filtered: false }),
    /** The last characters of the key. */
    keyEnding: z.string(),
    /** To the minute; null if never used. */
    lastUsedOn: column.instant({ optional: true, filtered: false }),
    lastUsedAddress: z.string().nullable(),
    /** Null if it has no expiry. */
    validUntil: column.instant({ optional: true, filtered: false }),
    createdOn: column.instant({ filtered: false }),
    createdBy: column.actor({ filtered: false }),
    /**
     * `maker`: created by another user, so limited to their permissions. `makerGone`: that user was deleted, and the key is
     * refused. Beyond the specification.
     */
    bound: z.enum(["maker", "makerGone"]).nullish(),
  },
  { sortBy: "createdOn", sortDir: "desc" },
);
export type ApiKeyRow = z.output<typeof apiKeyList.row>;

/** Body of a new key; also the schema of the form. */
export const apiKeyCreate = z.object({
  keyName: text(100).default(""),
  /** A future time; without it the key is valid until revoked. */
  validUntil: givenInstant.optional(),
});
export type ApiKeyCreate = z.input<typeof apiKeyCreate>;

/**
 * The calls for the API keys of the user at `path`, in `area` (US-05). A key is sent as `Authorization: Bearer <key>` and
 * grants its user's current permissions, limited to its creator's if that is another user (PM-05). Only an interactive
 * sign-in may create and revoke keys.
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
      summary: "Generates an API key and returns it this once; 409 if the user has too many.",
      confirm: true,
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
      summary: "A page of the user's API keys, with the time of their last use.",
      ...apiKeyList.page,
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
