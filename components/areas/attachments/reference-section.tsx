"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { usePublicConfig } from "@/lib/client/public-config";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import { wholeNameOf } from "@/lib/validation/attachment-files";

/** References for citing the attachment, in installations that configure their website. */
export default function ReferenceSection({ attachment }: { attachment: AttachmentDetail }) {
  const t = useTranslations("attachments.reference");
  const { appTitle, productUrl = "" } = usePublicConfig();
  const { syncVersion: version } = attachment;
  return (
    <SectionCard title={t("title")} titleId={useId()} description={t("description")}>
      <p className="select-all break-words text-sm">
        {t("text", { name: wholeNameOf(attachment), version, appTitle, productUrl })}
      </p>
    </SectionCard>
  );
}
