"use client";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { useCapability } from "@/lib/client/api/capabilities";
import { usePublicConfig } from "@/lib/client/public-config";
import { hasThumbnail } from "@/lib/validation/attachment-files";
import { type ShownAttachment, shownAddressOf } from "./addresses";
import { FileIcon } from "./file-icon";

interface ThumbnailProps {
  attachment: ShownAttachment;
  className?: string;
}

/** Thumbnail of a file, or the icon of its kind (AM-01). */
export function Thumbnail({ attachment, className }: ThumbnailProps) {
  const { prefix } = usePublicConfig();
  const hasPosters = useCapability("video-posters");
  const address = shownAddressOf(prefix, "thumbnail", attachment);
  const [failed, setFailed] = useState<string>();
  return (
    <span
      className={cn(
        "inline-flex shrink-0 items-center justify-center overflow-hidden rounded-sm border bg-background text-muted",
        className,
      )}
    >
      {hasThumbnail(attachment.fileExtension, hasPosters) && failed !== address ? (
        // biome-ignore lint/performance/noImgElement: the API has resized attachments
        <img
          src={address}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setFailed(address)}
        />
      ) : (
        <FileIcon kind={attachment.fileType} className="size-1/2" />
      )}
    </span>
  );
}
