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
      "The file of a share; the download is logged. 404 if the key does not exist or is no longer valid. With a password, a ticket is required.",
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
      "Details of the file of a share; 404 if the key does not exist or is no longer valid, 429 after too many such attempts.",
    response: sharedFile,
    capability: "share-pages",
  },
  preview: {
    method: "GET",
    path: "/downloads/:shareKey/preview",
    access: "public",
    summary:
      "A preview image of the file of a share, which does not count as a download; 404 if there is none. With a password, a ticket is required but not used up.",
    query: z.object({ ticket: z.string().max(100).optional() }),
    response: fileResponse,
    embeddable: "asked",
    capability: "share-pages",
  },
  ticket: {
    method: "POST",
    path: "/downloads/:shareKey/tickets",
    access: "public",
    summary: "Exchanges the password of a share for a ticket for one download within a minute.",
    affects: [],
    body: z.object({ password: exactText(0, 256) }),
    response: z.string(),
    capability: "share-pages",
  },
});
