import * as z from "zod";
import { attachmentKinds, attachmentRules } from "../validation/attachment-files";
import { upload } from "../validation/files";
import type { RuleParams } from "../validation/messages";
import { fileName, website } from "../validation/rules";
import {
  attachmentDownloadList,
  attachmentRelationList,
  attachmentShareCreate,
  attachmentShareList,
  attachmentUse,
  attachmentVersionList,
  maxArchived,
} from "./attachment-parts";
import { attributeEndpoints } from "./attribute-values";
import { defineArea } from "./endpoint";
import { fileResponse } from "./file";
import { declareChanges } from "./history";
import { column, defineRecords } from "./records";
import { nothing, orAsText, recordId, repeated } from "./schemas";

const detailOnly = { readOnly: true, listed: false } as const;
const unsortedReadOnly = { readOnly: true, sorted: false, filtered: false } as const;

export const attachmentRecords = defineRecords("attachments", {
  record: "attachment",
  name: "fileName",
  view: "AttachmentView",
  place: 50,
  actions: ["AddAction", "EditAction", "DeleteAction", "HistoryAction", "DownloadAction"],
  sections: { RelationSection: [], AttributeSection: [], ShareSection: ["AddAction", "DeleteAction"] },
  columns: {
    /** Without its extension. */
    fileName: column.text(255, { required: true, searched: true, schema: fileName().min(1) }),
    description: column.text(1000, { searched: true }),
    /** In lower case, without the dot; empty for a link. */
    fileExtension: column.text(10, { readOnly: true }),
    fileType: column.choice(attachmentKinds, { readOnly: true }),
    /** Bytes; null for a link. */
    fileSize: column.int({ readOnly: true, optional: true, min: 0 }),
    fileSizeFormatted: column.text(20, { ...unsortedReadOnly, exported: false }),
    url: column.text(2000, { ...unsortedReadOnly }),
    /** Increased with each new content: the content at an address never changes. */
    syncVersion: column.int({ ...unsortedReadOnly, exported: false }),
    attachmentStatusId: column.text(64, {
      optional: true,
      schema: recordId,
      sorted: false,
      filtered: false,
      exported: false,
    }),
    attachmentStatusName: column.text(100, { readOnly: true, sorted: false }),
    attachmentStatusColor: column.text(7, { ...unsortedReadOnly, exported: false }),
    attachmentTypeId: column.text(64, { listed: false, bulk: false }),
    /** False while a record refers to it. */
    isDeletable: column.flag({ ...unsortedReadOnly, exported: false }),
    /** Name in the file store, and SHA-256 in hexadecimal. */
    internalFileName: column.text(100, detailOnly),
    fileChecksum: column.text(64, detailOnly),
  },
  affects: { create: ["attachments"], save: ["attachments", "roles"], remove: ["attachments", "roles"] },
  summaries: {
    create: "Stores a file, or a link, with what is said of it; answers the new id.",
    remove:
      "Archives attachments; 409 `attachmentInUse` without isProceed while something refers to one of them.",
  },
});
export const attachmentPermissions = attachmentRecords.permissions;
declareChanges(["AttachmentShared", "AttachmentShareEnded"], "AttachmentView_ShareSection");
declareChanges(["AttachmentRelationAdded", "AttachmentRelationRemoved"], "AttachmentView_RelationSection");

export type AttachmentRow = z.output<typeof attachmentRecords.row>;
export type AttachmentDetail = z.output<typeof attachmentRecords.detail>;

const content = {
  // The maximum size is a setting, checked when sending and receiving.
  file: upload({ types: attachmentRules.types }).optional(),
  url: website().nullable().optional(),
};

const isContent = (rule: "required" | "fileOrUrl") => ({ params: { rule } satisfies RuleParams });

export const attachmentCreate = attachmentRecords.create
  .extend(content)
  .refine(({ file, url }) => file || url, { ...isContent("required"), path: ["file"] })
  .refine(({ file, url }) => file || url, { ...isContent("required"), path: ["url"] })
  .refine(({ file, url }) => !(file && url), { ...isContent("fileOrUrl"), path: ["url"] });

/** A file in the body becomes the next version. */
export const attachmentEdit = attachmentRecords.edit.extend({
  ...content,
  version: orAsText(attachmentRecords.edit.shape.version),
});

const byUpload = { upload: { ...attachmentRules, isStreamed: true, isAttachment: true } } as const;

const one = "/attachments/:attachmentId";
const maySee = ["AttachmentView"] as const;
const mayShare = ["AttachmentView", "AttachmentView_ShareSection"] as const;

const shownAt = <const Form extends string, const Kept extends "kept" | "asked">(
  form: Form,
  embeddable: Kept,
  summary: string,
) =>
  ({
    method: "GET",
    path: `${one}/${form}/:fileName/:syncVersion`,
    access: maySee,
    summary,
    response: fileResponse,
    embeddable,
  }) as const;

const downloadAt = <const Path extends string>(path: Path, summary: string) =>
  ({
    method: "GET",
    path,
    access: ["AttachmentView", "AttachmentView_DownloadAction"],
    summary,
    writes: true,
    affects: ["attachments"],
    response: fileResponse,
    navigable: true,
  }) as const;

export const attachments = {
  ...attachmentRecords.calls,
  create: { ...attachmentRecords.calls.create, body: attachmentCreate, ...byUpload },
  save: { ...attachmentRecords.calls.save, body: attachmentEdit, ...byUpload },
  remove: {
    ...attachmentRecords.calls.remove,
    query: z.object({
      attachmentIds: repeated(recordId),
      isProceed: orAsText(z.boolean()).optional(),
    }),
  },
  ...defineArea("attachments", {
    download: downloadAt(`${one}/download`, "The file as it is now; the download is logged."),
    downloadVersion: downloadAt(
      `${one}/download/:syncVersion`,
      "The file as it was in a version; the download is logged.",
    ),
    downloadSeveral: {
      ...downloadAt(
        "/attachments/download/zip",
        "Several files as one archive; each download is logged. Links are left out.",
      ),
      query: z.object({ attachmentIds: repeated(recordId, maxArchived) }),
      capability: "attachment-archives",
    },
    thumbnail: shownAt("thumbnail", "kept", "A small picture of the file; 404 for what has none."),
    pdf: {
      ...shownAt(
        "pdf",
        "asked",
        "An office document as the installation's converter shows it; 404 for other kinds, for what it cannot read, and where there is none.",
      ),
      capability: "office-documents",
    },
    original: shownAt(
      "original",
      "asked",
      "The file, for showing it; 403 for kinds that are not shown, unless one may download it.",
    ),
    stream: shownAt(
      "stream",
      "asked",
      "The file, for playing it from any place; 403 for kinds that are not shown, unless one may download it.",
    ),
    relations: {
      method: "GET",
      path: `${one}/relations`,
      access: ["AttachmentView", "AttachmentView_RelationSection"],
      summary: "A page of the records that refer to the attachment.",
      ...attachmentRelationList.page,
    },
    uses: {
      method: "GET",
      path: "/attachments/relations/by-file",
      access: ["AttachmentView", "AttachmentView_RelationSection"],
      summary: "Which of several attachments are referred to, and the names of the first records that do.",
      query: z.object({ attachmentIds: repeated(recordId) }),
      response: z.array(attachmentUse),
      capability: "attachment-uses",
    },
    downloadLogs: {
      method: "GET",
      path: `${one}/download-logs`,
      access: maySee,
      summary: "A page of who downloaded the attachment, and when.",
      ...attachmentDownloadList.page,
    },
    versions: {
      method: "GET",
      path: `${one}/versions`,
      access: maySee,
      summary: "A page of the attachment's versions.",
      ...attachmentVersionList.page,
      capability: "attachment-versions",
    },
    shares: {
      method: "GET",
      path: `${one}/shares`,
      access: mayShare,
      summary: "A page of the links with which anyone can download the attachment.",
      ...attachmentShareList.page,
    },
    share: {
      method: "POST",
      path: `${one}/shares`,
      access: ["AttachmentView", "AttachmentView_ShareSection", "AttachmentView_ShareSection_AddAction"],
      summary:
        "Creates a link with which anyone can download the attachment for a limited time; returns its key.",
      affects: ["attachments"],
      body: attachmentShareCreate,
      response: z.string(),
    },
    removeShares: {
      method: "DELETE",
      path: `${one}/shares`,
      access: ["AttachmentView", "AttachmentView_ShareSection", "AttachmentView_ShareSection_DeleteAction"],
      summary: "Revokes links at once.",
      affects: ["attachments"],
      query: z.object({ attachmentShareIds: repeated(recordId) }),
      response: nothing,
    },
    ...attributeEndpoints("attachments", one, "attachment", "AttachmentView"),
  }),
};
