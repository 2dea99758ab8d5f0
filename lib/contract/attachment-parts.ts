import * as z from "zod";
import { attachmentKinds } from "../validation/attachment-files";
import { exactText } from "../validation/text";
import { givenInstantOrDay, instant } from "./schemas";

// Parts of an attachment.

/** Maximum number of files in one archive. */
export const maxArchived = 200;

export const attachmentRelation = z.object({
  attachmentRelationId: z.string(),
  /** The referring record's collection, such as `roles`, with its name and id. */
  type: z.string(),
  id: z.string(),
  /** Empty if the caller may not see such records. */
  name: z.string(),
  parameter: z.string(),
  createdOn: instant,
});
export type AttachmentRelation = z.output<typeof attachmentRelation>;

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

export const attachmentDownload = z.object({
  attachmentDownloadLogId: z.string(),
  /** Empty for an anonymous user of a share. */
  userFirstName: z.string(),
  userLastName: z.string(),
  downloadDate: instant,
  /** The share used; null for signed-in users. */
  attachmentShareId: z.string().nullable(),
});
export type AttachmentDownload = z.output<typeof attachmentDownload>;

export const attachmentVersion = z.object({
  syncVersion: z.int(),
  fileName: z.string(),
  fileExtension: z.string(),
  fileSize: z.int(),
  createdOn: instant,
  createdBy: z.string(),
});
export type AttachmentVersion = z.output<typeof attachmentVersion>;

export const attachmentShare = z.object({
  attachmentShareId: z.string(),
  /** The end of the link; empty for callers without permission to download the file, because the link gives access to anyone. */
  shareKey: z.string(),
  sharedByUserName: z.string(),
  validUntil: instant,
  hasPassword: z.boolean(),
  /** Maximum number of downloads, and the number so far; null without a limit. */
  maxDownloads: z.int().nullable(),
  downloadCount: z.int(),
  /** Whether its maker may still share attachments: the link works only then. */
  makerMayShare: z.boolean(),
});
export type AttachmentShare = z.output<typeof attachmentShare>;

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
