import * as z from "zod";
import { capabilities, defineArea } from "./endpoint";
import { allRows } from "./paging";
import { listQuery, listResponse, pageLimit } from "./schemas";

export const settings = defineArea("settings", {
  version: {
    method: "GET",
    path: "/settings/version",
    access: "signedIn",
    whileViewing: true,
    summary: "The server's version and what it offers beyond the specified calls.",
    response: z.object({
      version: z.string(),
      /** Beyond the specification. */
      capabilities: z.array(z.string()).optional(),
    }),
  },
  dictionaryEndpoints: {
    method: "GET",
    path: "/settings/dictionary-endpoints",
    access: ["AttributeView"],
    summary:
      "The possible sources of the options of a DetailTable: the id is the format of such an attribute.",
    query: listQuery(["name"], {}, { pageLimit: pageLimit(allRows) }),
    response: listResponse(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Parameters that narrow its options. Beyond the specification. */
        properties: z.array(z.string()),
      }),
    ),
  },
});

export const offeredCapabilities: readonly string[] = capabilities;
