import * as z from "zod";
import { attachmentKinds } from "../validation/attachment-files";
import { exactText } from "../validation/text";
import { givenInstantOrDay, instant } from "./schemas";

// What belongs to an attachment.

/** Files that one archive has at most. */
export const maxArchived = 200;

export const attachmentRelation = z.object({
  attachmentRelationId: z.string(),
  /** What refers to it, such as `roles`, by its name and id. */
  type: z.string(),
  id: z.string(),
  /** Empty for whoever may not see such records. */
  name: z.string(),
  parameter: z.string(),
  createdOn: instant,
});
export type AttachmentRelation = z.output<typeof attachmentRelation>;

/** Names that are told of what refers to a file. */
export const maxNamed = 5;

/** How often a file is used, and by what. */
export const attachmentUse = z.object({
  attachmentId: z.string(),
  /** Without its extension. */
  fileName: z.string(),
  /** How many records refer to it. */
  count: z.int(),
  /** Of the first of those that one may see. */
  names: z.array(z.string()).max(maxNamed),
});
export type AttachmentUse = z.output<typeof attachmentUse>;

export const attachmentDownload = z.object({
  attachmentDownloadLogId: z.string(),
  /** Empty for somebody who came by a share. */
  userFirstName: z.string(),
  userLastName: z.string(),
  downloadDate: instant,
  /** By which share; null for users of the product. */
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
  /** What the link ends with; empty for whoever may not download the file, which it opens to anybody. */
  shareKey: z.string(),
  sharedByUserName: z.string(),
  validUntil: instant,
  hasPassword: z.boolean(),
  /** How often the file may be fetched at most, and has been; null without a limit. */
  maxDownloads: z.int().nullable(),
  downloadCount: z.int(),
  /** Whether its maker may still share attachments: the link works only then. */
  makerMayShare: z.boolean(),
});
export type AttachmentShare = z.output<typeof attachmentShare>;

export const attachmentShareCreate = z.object({
  /** To the end of a day, where it is one. */
  validUntil: givenInstantOrDay,
  password: exactText(0, 256).nullable().optional(),
  maxDownloads: z.int().min(1).max(1_000_000).nullable().optional(),
});

/** What the page behind a share's link shows to anybody who has it. */
export const sharedFile = z.object({
  fileName: z.string(),
  fileExtension: z.string(),
  fileType: z.enum(attachmentKinds),
  fileSize: z.int(),
  validUntil: instant,
  needsPassword: z.boolean(),
  /** Whether there may be a picture of it to look at first. */
  hasPreview: z.boolean().default(false),
});
export type SharedFile = z.output<typeof sharedFile>;
