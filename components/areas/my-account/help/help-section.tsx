"use client";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { buttonClass } from "@/components/ui/button";
import { usePublicConfig } from "@/lib/client/public-config";

/** Links to help, in installations that configure their website. */
export default function HelpSection() {
  const t = useTranslations("my-account.help");
  const { productUrl, appTitle } = usePublicConfig();
  return (
    <SectionCard title={t("title")} titleId={useId()} description={t("description", { appTitle })}>
      <a href={productUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
        <ExternalLink aria-hidden="true" />
        {t("open")}
      </a>
    </SectionCard>
  );
}
