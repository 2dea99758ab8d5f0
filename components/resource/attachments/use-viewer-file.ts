"use client";
import { useCapability } from "@/lib/client/api/capabilities";
import { usePublicConfig } from "@/lib/client/public-config";
import { hasThumbnail, isConvertible, wholeNameOf } from "@/lib/validation/attachment-files";
import type { ViewerFile } from "../viewer/viewer-file";
import { downloadAddressOf, type ShownAttachment, shownAddressOf } from "./addresses";
import { useAttachmentPermissions } from "./use-attachment-permissions";

/** Converts an attachment for the viewer, with the renditions that the installation supports (AT-04). */
export function useViewerFile(): (attachment: ShownAttachment) => ViewerFile {
  const { prefix } = usePublicConfig();
  const { mayDownload } = useAttachmentPermissions();
  const hasConverter = useCapability("office-documents");
  const hasPosters = useCapability("video-posters");
  return (attachment) => {
    const { attachmentId, syncVersion, fileType, fileExtension, fileSize, url } = attachment;
    const isPdfMade = hasConverter && isConvertible(fileExtension);
    return {
      id: `${attachmentId} ${syncVersion}`,
      name: wholeNameOf(attachment),
      kind: fileType,
      extension: fileExtension,
      size: fileSize ?? 0,
      url,
      addresses: {
        thumbnail: hasThumbnail(fileExtension, hasPosters)
          ? shownAddressOf(prefix, "thumbnail", attachment)
          : undefined,
        pdf: isPdfMade ? shownAddressOf(prefix, "pdf", attachment) : undefined,
        original: shownAddressOf(prefix, "original", attachment),
        stream: shownAddressOf(prefix, "stream", attachment),
        download: mayDownload && fileType !== "Link" ? downloadAddressOf(prefix, attachmentId) : undefined,
      },
    };
  };
}
