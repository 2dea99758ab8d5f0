"use client";
import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useChangeText } from "@/components/resource/history/labels";
import { namesIn } from "@/components/resource/values/person-name";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { ViewLink } from "@/lib/client/tabs";
import type { LatestChange } from "@/lib/contract/home";
import { useAreas } from "../../area/areas-context";
import { findRoute } from "../../area/route";
import { HomeCard, Nothing, pressable } from "./home-card";

/** Stacked cards must be short: shows fewer entries. */
const wideOnly = "max-lg:nth-[n+6]:hidden";

/** Latest changes with their authors, newest first (HO-05). */
export function LatestChanges({ changes }: { changes: readonly LatestChange[] | undefined }) {
  const t = useTranslations("home.changes");
  if (changes?.length === 0)
    return (
      <HomeCard title={t("title")} isLine className="self-start">
        <Nothing icon={<ScrollText aria-hidden="true" />}>{t("none")}</Nothing>
      </HomeCard>
    );
  return (
    <HomeCard title={t("title")}>
      {!changes && <Waiting />}
      {changes && (
        <ul className="py-1">
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      )}
    </HomeCard>
  );
}

function Change({ change }: { change: LatestChange }) {
  const { area, recordId, recordName, changedBy, changedOn, isGone } = change;
  const format = useFormat();
  const text = useChangeText()(change);
  const areas = useAreas();
  const { allows } = usePermissions();
  const path = `/${area}/${recordId}`;
  const route = findRoute(areas, path);
  const isReachable = !isGone && route?.kind === "detail" && allows(route.area);
  return (
    <li className={cn(pressable.item, "min-h-13", wideOnly, !isReachable && "hover:bg-transparent")}>
      <Avatar {...namesIn(changedBy)} size={24} />
      <div className="min-w-0 flex-1">
        {isReachable ? (
          <ViewLink to={path} className={cn("line-clamp-2 break-words font-medium text-sm", pressable.link)}>
            {recordName}
          </ViewLink>
        ) : (
          <p className="line-clamp-2 break-words font-medium text-sm">{recordName}</p>
        )}
        <p className="break-words text-muted text-xs">
          {text} · {changedBy}
        </p>
      </div>
      <time dateTime={changedOn} className="shrink-0 text-muted text-xs tabular-nums">
        {format.dateTime(changedOn)}
      </time>
    </li>
  );
}

function Waiting() {
  return (
    <div className="py-1">
      {Array.from({ length: 10 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
        <div key={index} className={cn("flex h-13 items-center gap-3 px-4", wideOnly)}>
          <Skeleton className="size-6 rounded-full" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="w-1/4" />
            <Skeleton className="h-3 w-1/3" />
          </div>
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
  );
}
