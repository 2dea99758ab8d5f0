"use client";
import { Files, Inbox, MessageSquareText, Palette, Shapes, TextCursorInput } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { SectionCard } from "@/components/resource/form/section-card";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { SubTabs } from "@/components/ui/sub-tabs";
import { FieldGallery } from "./field-gallery";
import { ThemeLab } from "./theme-lab";

const tones = ["info", "success", "warning", "danger"] as const;
const badges = ["neutral", "primary", "success", "warning", "danger"] as const;

/** Loading, empty and message states of views. */
function States() {
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

// The map of all icons is larger than the rest of the product, so only this view loads it.
const IconGallery = lazy(() => import("./icon-gallery"));

function LazyIconGallery() {
  return (
    <Suspense fallback={<IconGallerySkeleton />}>
      <IconGallery />
    </Suspense>
  );
}

function IconGallerySkeleton() {
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <Skeleton className="h-8 w-full max-w-md" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(96px,1fr))] gap-2">
        {Array.from({ length: 24 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all rows are equal
          <Skeleton key={index} className="h-20" />
        ))}
      </div>
    </div>
  );
}

// Loaded on demand, like the viewer they open.
const SampleFiles = lazyPart(() => import("./sample-files"));

/** `/playground` (RT-05): icons, fields, display types, view states, and themes of two colours. */
export default function PlaygroundView() {
  const t = useTranslations("playground.tabs");
  return (
    <SubTabs
      items={[
        { id: "icons", label: t("icons"), icon: Shapes, content: <LazyIconGallery /> },
        { id: "fields", label: t("fields"), icon: TextCursorInput, content: <FieldGallery /> },
        {
          id: "files",
          label: t("files"),
          icon: Files,
          content: (
            <Suspense>
              <SampleFiles />
            </Suspense>
          ),
        },
        { id: "states", label: t("states"), icon: MessageSquareText, content: <States /> },
        {
          id: "theme",
          label: t("theme"),
          icon: Palette,
          content: <ThemeLab />,
        },
      ]}
    />
  );
}
