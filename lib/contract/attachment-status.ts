import * as z from "zod";
import { colours } from "../theme/colours";
import { column, defineRecords } from "./records";

/** The six colours that a status can have. */
export const statusColourNames = ["grey", "blue", "green", "yellow", "orange", "red"] as const;

/** What else tells of statuses. */
const tellers = ["attachment-status", "attachments", "dictionaries"];

export const attachmentStatusRecords = defineRecords("attachment-status", {
  record: "attachmentStatus",
  name: "attachmentStatusName",
  sortBy: "sortOrder",
  view: "AttachmentStatusView",
  place: 60,
  columns: {
    attachmentStatusName: column.text(100, { required: true, unique: true, searched: true }),
    attachmentStatusNameTranslation: column.translations(100),
    /** Where it stands among the others; the least is the first. */
    sortOrder: column.int({ default: 1 }),
    /** `#rrggbb`, or empty. */
    color: column.text(7, {
      schema: z.enum(["", ...statusColourNames.map((name) => colours[name])]),
      sorted: false,
      filtered: false,
    }),
  },
  affects: { create: tellers, save: tellers, remove: tellers },
});
export const { calls: attachmentStatus, permissions: attachmentStatusPermissions } = attachmentStatusRecords;

export type AttachmentStatusRow = z.output<typeof attachmentStatusRecords.row>;
