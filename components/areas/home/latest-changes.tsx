"use client";
import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldLabels } from "@/components/resource/form/field-label";
import { Sentences } from "@/components/resource/history/sentences/sentences";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { usePermissions } from "@/lib/client/permissions";
import { ViewLink } from "@/lib/client/tabs";
import type { LatestChange } from "@/lib/contract/home";
import { useAreas } from "../../area/areas-context";
import { findArea, findRoute } from "../../area/route";
import { HomeCard, Nothing } from "./home-card";

/** Stacked cards must be short: shows fewer entries. */
const narrowLimit = 5;

/** Latest changes with their authors, newest first (HO-05). */
export function LatestChanges({ changes }: { changes: readonly LatestChange[] | undefined }) {
  const t = useTranslations("home.changes");
  const label = useFieldLabels();
  const pathOf = usePath();
  const { allows } = usePermissions();
  const areas = useAreas();
  const audit = findArea(areas, "audit");
  const allChanges = audit && allows(audit);
  if (changes?.length === 0)
    return (
      <HomeCard title={t("title")} isLine>
        <Nothing icon={<ScrollText aria-hidden="true" />}>{t("none")}</Nothing>
      </HomeCard>
    );
  return (
    <HomeCard
      title={t("title")}
      action={
        allChanges && (
          <ViewLink to="/audit" className="rounded-sm text-primary text-sm hover:underline">
            {t("all")}
          </ViewLink>
        )
      }
    >
      {!changes && <Waiting />}
      {changes && (
        <div className="pb-2">
          <Sentences
            changes={changes}
            label={(name, { area }) => label(area, name)}
            pathOf={pathOf}
            narrowLimit={narrowLimit}
          />
        </div>
      )}
    </HomeCard>
  );
}

/** Path of a changed record; undefined if it is deleted or has no view that the user may open. */
function usePath() {
  const areas = useAreas();
  const { allows } = usePermissions();
  return ({ area, recordId, isGone }: LatestChange) => {
    const path = `/${area}/${recordId}`;
    const route = findRoute(areas, path);
    return !isGone && route?.kind === "detail" && allows(route.area) ? path : undefined;
  };
}

function Waiting() {
  return (
    <div className="pt-8 pb-2">
      {Array.from({ length: 10 }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
          key={index}
          className={cn("flex h-9 items-center gap-3 px-4", index >= narrowLimit && "max-lg:hidden")}
        >
          <Skeleton className="size-6 rounded-full" />
          <Skeleton className="w-1/2 flex-1" />
          <Skeleton className="h-3 w-10" />
        </div>
      ))}
    </div>
  );
}
