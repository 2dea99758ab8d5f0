"use client";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { downloadAddressOf } from "@/components/resource/attachments/addresses";
import { pointerAction } from "@/components/resource/table/row-controls";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { usePublicConfig } from "@/lib/client/public-config";
import type { AttachmentRow } from "@/lib/contract/attachments";

/** Downloads the file of a tile; the record has the same action for keys. */
export default function DownloadAction({ attachment }: { attachment: AttachmentRow }) {
  const t = useTranslations("attachments");
  const { prefix } = usePublicConfig();
  if (attachment.fileType === "Link") return null;
  return (
    <a
      {...pointerAction}
      href={downloadAddressOf(prefix, attachment.attachmentId)}
      download
      title={t("download")}
      className={cn(buttonClass({ size: "sm" }), "w-7 px-0", pointerAction.className)}
    >
      <Download aria-hidden="true" />
    </a>
  );
}
