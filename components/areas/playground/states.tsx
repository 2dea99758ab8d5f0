"use client";
import { Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import { SectionCard } from "@/components/resource/form/section-card";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";

const tones = ["info", "success", "warning", "danger"] as const;
const badges = ["neutral", "primary", "success", "warning", "danger"] as const;

/** What views look like while they load, when they are empty, and when they have something to say. */
export function States() {
  const t = useTranslations("playground.states");
  const title = useTranslations("playground")("title");
  return (
    <SectionsColumn>
      <h1 className="font-semibold text-xl">{title}</h1>
      <SectionCard title={t("messages")} titleId="playground-messages">
        <div className="flex flex-col gap-3">
          {tones.map((tone) => (
            <Alert key={tone} tone={tone} title={t(tone)} />
          ))}
        </div>
      </SectionCard>
      <SectionCard title={t("labels")} titleId="playground-labels">
        <div className="flex flex-wrap gap-2">
          {badges.map((tone) => (
            <Badge key={tone} tone={tone}>
              {t(tone)}
            </Badge>
          ))}
        </div>
      </SectionCard>
      <SectionCard title={t("loading")} titleId="playground-loading">
        <div aria-hidden="true" className="flex flex-col gap-3">
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
          <Skeleton className="h-4 w-56 max-w-full" />
        </div>
      </SectionCard>
      <SectionCard title={t("empty")} titleId="playground-empty">
        <EmptyState icon={<Inbox />} title={t("nothing")} description={t("nothingHint")} />
      </SectionCard>
    </SectionsColumn>
  );
}
