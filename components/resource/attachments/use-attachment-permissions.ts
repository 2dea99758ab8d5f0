"use client";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import type { AttachmentAction } from "@/lib/contract/attachment-actions";

/** Allowed attachment actions, by permission and by installed features (AM-02, CF-03). */
export function useAttachmentPermissions() {
  const { has } = usePermissions();
  const { attachmentActions } = usePublicConfig();
  const isOff = (action: AttachmentAction) => !attachmentActions.includes(action);
  return {
    isOff,
    mayAdd: has("AttachmentView_AddAction") && !isOff("Add"),
    mayReplace: has("AttachmentView_EditAction") && !isOff("Add"),
    mayDownload: has("AttachmentView_DownloadAction") && !isOff("Download"),
    seesShares: has("AttachmentView_ShareSection") && !isOff("Share"),
    mayShare:
      has("AttachmentView_ShareSection") && has("AttachmentView_ShareSection_AddAction") && !isOff("Share"),
    mayEndShares: has("AttachmentView_ShareSection_DeleteAction"),
    seesRelations: has("AttachmentView_RelationSection"),
  };
}
