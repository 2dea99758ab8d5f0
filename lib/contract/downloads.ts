import * as z from "zod";
import { exactText } from "../validation/text";
import { sharedFile } from "./attachment-parts";
import { defineArea } from "./endpoint";
import { fileResponse } from "./file";

/** Calls for anyone with the link of a share, without a sign-in. */
export const downloads = defineArea("downloads", {
  download: {
    method: "GET",
    path: "/downloads/:shareKey",
    access: "public",
    summary:
      "The file of a share; the download is logged. 404 for a key that there is not, or not any more. With a password, a ticket is asked for.",
    query: z.object({ ticket: z.string().max(100).optional() }),
    writes: true,
    affects: ["attachments"],
    response: fileResponse,
    navigable: true,
    page: "/share",
  },
  look: {
    method: "GET",
    path: "/downloads/:shareKey/file",
    access: "public",
    summary:
      "What the file of a share is; 404 for a key that there is not, or not any more, 429 for whoever has tried too many of those.",
    response: sharedFile,
    capability: "share-pages",
  },
  preview: {
    method: "GET",
    path: "/downloads/:shareKey/preview",
    access: "public",
    summary:
      "A picture of the file of a share, which counts as no download; 404 for what has none. With a password, a ticket is asked for, and not used up.",
    query: z.object({ ticket: z.string().max(100).optional() }),
    response: fileResponse,
    embeddable: "asked",
    capability: "share-pages",
  },
  ticket: {
    method: "POST",
    path: "/downloads/:shareKey/tickets",
    access: "public",
    summary: "For the password of a share, a ticket for one download within a minute.",
    affects: [],
    body: z.object({ password: exactText(0, 256) }),
    response: z.string(),
    capability: "share-pages",
  },
});
