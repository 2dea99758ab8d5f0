"use client";
import { FolderDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { buttonClass } from "@/components/ui/button";
import { useCapability } from "@/lib/client/api/capabilities";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import { maxArchived } from "@/lib/contract/attachment-parts";
import type { AttachmentRow } from "@/lib/contract/attachments";

/** Downloads several attachments as one archive, streamed to disk; links have no file. */
export default function DownloadSeveral({ rows }: { rows: readonly AttachmentRow[] }) {
  const t = useTranslations("attachments.archive");
  const { prefix } = usePublicConfig();
  const isThere = useCapability("attachment-archives");
  const attachmentIds = rows.filter(({ fileType }) => fileType !== "Link").map((row) => row.attachmentId);
  const count = attachmentIds.length;
  if (!isThere) return null;
  const content = (
    <>
      <FolderDown aria-hidden="true" />
      {t("download")}
    </>
  );
  if (count === 0 || count > maxArchived)
    return (
      <ReasonedButton
        size="sm"
        disabledReason={count === 0 ? t("onlyLinks") : t("tooMany", { count: maxArchived })}
      >
        {content}
      </ReasonedButton>
    );
  const address = addressOf(contract.attachments.downloadSeveral, { query: { attachmentIds } });
  return (
    <a href={`${prefix}/api${address}`} download className={buttonClass({ size: "sm" })}>
      {content}
    </a>
  );
}
