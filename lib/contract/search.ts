import * as z from "zod";
import { defineArea } from "./endpoint";

/** A search result that links to its record. */
export const foundRecord = z.object({
  id: z.string(),
  name: z.string(),
  /** Distinguishes it from others of the same name; may be empty. */
  hint: z.string(),
  /** Address of its view within the product. */
  address: z.string(),
  /** Shows a user's picture, or initials without one. */
  person: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      userName: z.string(),
      avatar: z.string().nullish(),
    })
    .optional(),
});
export type FoundRecord = z.output<typeof foundRecord>;

export const foundGroup = z.object({
  collection: z.string(),
  /** Total number of results, limited for large results; the first ones are listed. */
  totalCount: z.int().min(0),
  isMore: z.boolean(),
  list: z.array(foundRecord),
});
export type FoundGroup = z.output<typeof foundGroup>;

const limit = z.union([z.int(), z.string().regex(/^\d+$/).max(3).transform(Number)]);

export const search = defineArea("search", {
  everywhere: {
    method: "GET",
    path: "/search",
    access: "signedIn",
    whileViewing: true,
    summary:
      "Searches all collections that the signed-in user is allowed to see (HO-02): the first few results of each, without collections that have none. Counting stops at 20,000: `isMore` says that there are more than `totalCount`.",
    query: z.object({
      phrase: z.string().trim().min(1).max(200),
      /** Maximum number of records of each collection. */
      limit: limit.pipe(z.int().min(1).max(25)).default(5),
    }),
    response: z.array(foundGroup),
    capability: "search",
  },
});
