"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { ApiKeys } from "@/components/resource/api-keys/api-keys";
import { ownApiKeys } from "@/components/resource/api-keys/calls";
import { SectionCard } from "@/components/resource/form/section-card";

/** The user's own API keys (HO-04). */
export default function ApiKeysSection() {
  const t = useTranslations("api-keys");
  return (
    <SectionCard title={t("title")} titleId={useId()} description={t("description")}>
      <ApiKeys calls={ownApiKeys} />
    </SectionCard>
  );
}
