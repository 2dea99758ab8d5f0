/** What may be done with attachments at all, whatever the permissions (CF-03, AM-02). */
export const attachmentActions = ["Add", "Delete", "Download", "Share"] as const;
export type AttachmentAction = (typeof attachmentActions)[number];
