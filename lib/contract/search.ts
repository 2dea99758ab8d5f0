import * as z from "zod";
import { defineArea } from "./endpoint";

/** What was found, as a line that leads to it. */
export const foundRecord = z.object({
  id: z.string(),
  name: z.string(),
  /** What tells it from others of its name; may be empty. */
  hint: z.string(),
  /** Its view, relative to the product. */
  address: z.string(),
});
export type FoundRecord = z.output<typeof foundRecord>;

export const foundGroup = z.object({
  collection: z.string(),
  /** How many there are, of which the first are listed; of many no more are counted than these. */
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
      "One phrase over all collections that the signed-in user may see (HO-02): of each what its list finds, the first few; none without a hit. Of many hits 20,000 are counted: `isMore` says that `totalCount` goes on.",
    query: z.object({
      phrase: z.string().trim().min(1).max(200),
      /** Records of each collection. */
      limit: limit.pipe(z.int().min(1).max(25)).default(5),
    }),
    response: z.array(foundGroup),
    capability: "search",
  },
});
