/** Actions on attachments that an installation can disable for all users (CF-03, AM-02). */
export const attachmentActions = ["Add", "Delete", "Download", "Share"] as const;
export type AttachmentAction = (typeof attachmentActions)[number];
