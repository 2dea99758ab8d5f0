"use client";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { buttonClass } from "@/components/ui/button";
import { usePublicConfig } from "@/lib/client/public-config";
import type { OrganisationSettings } from "@/lib/contract/organisation-settings";

/** Product information, in installations that configure their website. */
export default function ProductSection({ settings }: { settings: OrganisationSettings }) {
  const t = useTranslations("organisation-settings.product");
  const { productUrl, appTitle, version } = usePublicConfig();
  const company = settings.companyName;
  return (
    <SectionCard
      title={t("title")}
      titleId={useId()}
      description={
        company ? t("worksWith", { company, appTitle, version }) : t("runs", { appTitle, version })
      }
    >
      <a href={productUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
        <ExternalLink aria-hidden="true" />
        {t("open")}
      </a>
    </SectionCard>
  );
}
