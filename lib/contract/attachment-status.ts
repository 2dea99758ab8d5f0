import * as z from "zod";
import { colours } from "../theme/colours";
import { defineArea } from "./endpoint";
import { column, defineRecords } from "./records";
import { nothing, recordId } from "./schemas";

/** The six colours of a status. */
export const statusColourNames = ["grey", "blue", "green", "yellow", "orange", "red"] as const;

/** Other areas with statuses in their responses. */
const affectedAreas = ["attachment-status", "attachments", "dictionaries"];

export const attachmentStatusRecords = defineRecords("attachment-status", {
  record: "attachmentStatus",
  name: "attachmentStatusName",
  sortBy: "sortOrder",
  view: "AttachmentStatusView",
  place: 60,
  columns: {
    attachmentStatusName: column.text(100, { required: true, unique: true, searched: true }),
    attachmentStatusNameTranslation: column.translations(100),
    /** Its name in the language of the request. Beyond the specification. */
    attachmentStatusNameTranslated: column.text(100, {
      readOnly: true,
      sorted: false,
      filtered: false,
      exported: false,
    }),
    /** Position among the statuses, in ascending order. */
    sortOrder: column.int({ default: 1 }),
    /** `#rrggbb`, or empty. */
    color: column.text(7, {
      schema: z.enum(["", ...statusColourNames.map((name) => colours[name])]),
      sorted: false,
      filtered: false,
    }),
  },
  affects: { create: affectedAreas, save: affectedAreas, remove: affectedAreas },
});
export const { permissions: attachmentStatusPermissions } = attachmentStatusRecords;

export const attachmentStatus = {
  ...attachmentStatusRecords.calls,
  ...defineArea("attachment-status", {
    move: {
      method: "PUT",
      path: "/attachment-status/:attachmentStatusId/place",
      access: ["AttachmentStatusView", "AttachmentStatusView_EditAction"],
      summary:
        "Moves a status before another one, or to the end without one, and renumbers all of them. Concurrent moves never give two statuses the same number.",
      affects: affectedAreas,
      body: z.object({ before: recordId.nullable() }),
      response: nothing,
      capability: "status-order",
    },
  }),
};

export type AttachmentStatusRow = z.output<typeof attachmentStatusRecords.row>;
