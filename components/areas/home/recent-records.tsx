"use client";
import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { serverNow } from "@/lib/client/api/server-clock";
import { useFormat } from "@/lib/client/format";
import { ViewLink } from "@/lib/client/tabs";
import { maxRecent } from "@/lib/client/tabs/recent";
import { useRecentRecords } from "../../area/destinations";
import { HomeCard, Nothing, pressable } from "./home-card";

const grid = "grid auto-rows-[52px] content-start py-1 @md:grid-cols-2 @4xl:grid-cols-4";
const wideOnly = "max-sm:nth-[n+5]:hidden";

/** Recently viewed records (HO-05). */
export function RecentRecords() {
  const t = useTranslations();
  const { date, time } = useFormat();
  const shown = useRecentRecords();
  const when = (seenOn: number) => {
    const instant = new Date(seenOn).toISOString();
    const today = date(instant) === date(new Date(serverNow()).toISOString());
    return today ? time(instant) : date(instant);
  };

  if (shown?.length === 0)
    return (
      <HomeCard title={t("home.continue.title")} isLine>
        <Nothing icon={<History aria-hidden="true" />}>{t("home.continue.none")}</Nothing>
      </HomeCard>
    );
  return (
    <HomeCard title={t("home.continue.title")}>
      {!shown && (
        <div className={grid}>
          {["w-2/5", "w-1/2", "w-1/3", "w-3/5", "w-1/2", "w-2/5", "w-3/5", "w-1/3"].map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <div key={index} className={cn("flex flex-col justify-center gap-1.5 px-4", wideOnly)}>
              <Skeleton className={width} />
              <Skeleton className="h-3 w-1/4" />
            </div>
          ))}
        </div>
      )}
      {shown && (
        <ul className={grid}>
          {shown.slice(0, maxRecent).map(({ path, title, seenOn, area: { icon: Icon, label } }) => (
            <li key={path} className={cn(pressable.item, wideOnly)}>
              <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <ViewLink to={path} className={cn("block truncate font-medium text-sm", pressable.link)}>
                  {title}
                </ViewLink>
                <p className="truncate text-muted text-xs">
                  {t(label)} · {when(seenOn)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  );
}
