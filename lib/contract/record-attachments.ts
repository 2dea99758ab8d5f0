import * as z from "zod";
import { attachmentRecords } from "./attachments";
import type { EndpointDeclaration } from "./endpoint";
import { changePrefix, declareChanges } from "./history";
import { listResponse, nothing, recordId, repeated } from "./schemas";

/**
 * The calls for the attachments that records of an area refer to: visible with the permission for attachments, changeable
 * with that for editing the record.
 * @param path of one record, such as `/roles/:roleId`
 */
export function attachedEndpoints<
  const Area extends string,
  const Path extends string,
  const View extends `${string}View`,
>(area: Area, path: Path, view: View) {
  const mayEdit = [view, `${view}_EditAction`, "AttachmentView"] as const;
  const maySee = [view, "AttachmentView"] as const;
  const ofRecord = `${changePrefix(path.slice(path.lastIndexOf(":") + 1))}Attachment`;
  // Each side's history names the other.
  for (const beginning of [ofRecord, "AttachmentRelation"])
    declareChanges([`${beginning}Added`, `${beginning}Removed`], ...maySee);
  return {
    attachments: {
      method: "GET",
      path: `${path}/attachments`,
      access: maySee,
      summary: "A page of the attachments that the record refers to.",
      query: attachmentRecords.query,
      response: listResponse(attachmentRecords.row),
      capability: "attachment-relations",
    },
    addAttachments: {
      method: "PUT",
      path: `${path}/attachments`,
      access: mayEdit,
      summary: "Adds references to attachments to the record; existing ones are kept.",
      affects: ["attachments", area],
      body: z.object({ attachmentIds: z.array(recordId).min(1).max(500) }),
      response: nothing,
      capability: "attachment-relations",
    },
    removeAttachments: {
      method: "DELETE",
      path: `${path}/attachments`,
      access: mayEdit,
      summary: "Removes references to attachments from the record; the attachments themselves are kept.",
      affects: ["attachments", area],
      query: z.object({ attachmentIds: repeated(recordId) }),
      response: nothing,
      capability: "attachment-relations",
    },
  } as const satisfies Record<string, EndpointDeclaration>;
}
