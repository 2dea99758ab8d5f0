import * as z from "zod";
import { attachmentKinds } from "../validation/attachment-files";
import { exactText } from "../validation/text";
import { column } from "./columns";
import { defineList } from "./lists";
import { givenInstantOrDay, instant } from "./schemas";

// Parts of an attachment.

/** Maximum number of files in one archive. */
export const maxArchived = 200;

export const attachmentRelationList = defineList({
  attachmentRelationId: z.string(),
  /** The referring record's name; empty if the caller may not see such records. */
  name: column.readText({ filtered: false, searched: true }),
  /** Its collection, such as `roles`, and its id. */
  type: column.readText({ filtered: false }),
  id: z.string(),
  parameter: column.readText({ sorted: false, filtered: false }),
  createdOn: column.instant({ filtered: false }),
});
export type AttachmentRelation = z.output<typeof attachmentRelationList.row>;

/** Maximum number of names listed as users of a file. */
export const maxNamed = 5;

/** How many records use a file, and which. */
export const attachmentUse = z.object({
  attachmentId: z.string(),
  /** Without its extension. */
  fileName: z.string(),
  /** Number of records that refer to it. */
  count: z.int(),
  /** The first ones that the caller may see. */
  names: z.array(z.string()).max(maxNamed),
});
export type AttachmentUse = z.output<typeof attachmentUse>;

export const attachmentDownloadList = defineList(
  {
    attachmentDownloadLogId: z.string(),
    downloadDate: column.instant(),
    /** The names are empty for an anonymous user of a share. */
    userLastName: column.readText({ searched: true }),
    userFirstName: column.readText({ searched: true }),
    /** The share used; null for signed-in users. */
    attachmentShareId: z.string().nullable(),
  },
  { sortDir: "desc" },
);
export type AttachmentDownload = z.output<typeof attachmentDownloadList.row>;

export const attachmentVersionList = defineList(
  {
    syncVersion: column.int({ filtered: false }),
    fileName: z.string(),
    fileExtension: z.string(),
    fileSize: column.int({ sorted: false, filtered: false }),
    createdOn: column.instant({ filtered: false }),
    createdBy: column.actor({ sorted: false, filtered: false }),
  },
  { sortDir: "desc" },
);
export type AttachmentVersion = z.output<typeof attachmentVersionList.row>;

export const attachmentShareList = defineList(
  {
    attachmentShareId: z.string(),
    /** The end of the link; empty for callers without permission to download the file, because the link gives access to anyone. */
    shareKey: column.readText({ filtered: false }),
    validUntil: column.instant(),
    hasPassword: z.boolean(),
    /** Maximum number of downloads, and the number so far; null without a limit. */
    maxDownloads: z.int().nullable(),
    downloadCount: column.int({ sorted: false, filtered: false }),
    sharedByUserName: column.readText({ searched: true }),
    /** Whether its maker may still share attachments: the link works only then. */
    makerMayShare: z.boolean(),
  },
  { sortDir: "desc" },
);
export type AttachmentShare = z.output<typeof attachmentShareList.row>;

export const attachmentShareCreate = z.object({
  /** A day includes its end. */
  validUntil: givenInstantOrDay,
  password: exactText(0, 256).nullable().optional(),
  maxDownloads: z.int().min(1).max(1_000_000).nullable().optional(),
});

/** The page of a share's link, for anyone with the link. */
export const sharedFile = z.object({
  fileName: z.string(),
  fileExtension: z.string(),
  fileType: z.enum(attachmentKinds),
  fileSize: z.int(),
  validUntil: instant,
  needsPassword: z.boolean(),
  /** Whether a preview may exist. */
  hasPreview: z.boolean().default(false),
});
export type SharedFile = z.output<typeof sharedFile>;
