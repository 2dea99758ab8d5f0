"use client";
import {
  Bell,
  ChevronRight,
  CircleCheck,
  type LucideIcon,
  MailQuestion,
  MailX,
  UserMinus,
  UserX,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { setBellOpen } from "@/components/shell/bell/bell-state";
import { useUnreadCount } from "@/components/shell/bell/unread";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useCapability } from "@/lib/client/api/capabilities";
import { ViewLink } from "@/lib/client/tabs";
import type { HomeOverview } from "@/lib/contract/home";
import { overviewFilters } from "@/lib/contract/overview-filters";
import { maxCounted } from "@/lib/contract/paging";
import { HomeCard, Nothing, pressable } from "./home-card";

interface Need {
  name: "unread" | "open" | "openUnsent" | "expired" | "neverSignedIn" | "withoutRole";
  icon: LucideIcon;
  count: number | undefined;
  /** There may be more than counted; otherwise the count is exact. */
  isMore?: boolean;
  /** Filtered list; the bell if omitted. */
  to?: string;
}

/** Tasks of the user with counts, each linked to its list (HO-05). */
export function NeedsYou({ overview }: { overview: HomeOverview | undefined }) {
  const t = useTranslations("home.needs");
  const unread = useUnreadCount();
  const isMailed = !useCapability("invitation-links");
  const needs: Need[] = overview
    ? [
        { name: "unread", icon: Bell, count: unread ?? overview.unread },
        {
          name: "expired",
          icon: MailX,
          count: overview.invitations?.expired,
          to: "/users?invitations=expired",
        },
        {
          name: isMailed ? "open" : "openUnsent",
          icon: MailQuestion,
          count: overview.invitations?.open,
          to: "/users?invitations=open",
        },
        {
          name: "neverSignedIn",
          icon: UserX,
          count: overview.neverSignedIn,
          to: `/users?filters=${overviewFilters.neverSignedIn}`,
        },
        {
          name: "withoutRole",
          icon: UserMinus,
          count: overview.withoutRole?.count,
          isMore: overview.withoutRole?.isMore,
          to: `/users?filters=${overviewFilters.withoutRole}&sortBy=createdOn&sortDir=desc`,
        },
      ]
    : [];
  const shown = needs.filter(({ count }) => count);

  return (
    <HomeCard title={t("title")}>
      {!overview && (
        <div className="flex min-h-52 flex-col">
          {["w-3/5", "w-1/2", "w-2/3", "w-2/5"].map((width) => (
            <div key={width} className="flex h-11 items-center px-4">
              <Skeleton className={width} />
            </div>
          ))}
        </div>
      )}
      {overview && shown.length === 0 && (
        <Nothing icon={<CircleCheck aria-hidden="true" />}>{t("none")}</Nothing>
      )}
      {shown.length > 0 && (
        <ul className="flex flex-col py-1">
          {shown.map((need) => (
            <NeedLine key={need.name} {...need} />
          ))}
        </ul>
      )}
    </HomeCard>
  );
}

function NeedLine({ name, icon: Icon, count = 0, isMore = count > maxCounted, to }: Need) {
  const t = useTranslations("home.needs");
  const text = t(name, { count: Math.min(count, maxCounted), more: isMore ? "+" : "" });
  const look = cn("block text-left text-sm", pressable.link);
  return (
    <li className={cn(pressable.item, "min-h-11")}>
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        {to ? (
          <ViewLink to={to} className={look}>
            {text}
          </ViewLink>
        ) : (
          <button type="button" className={look} onClick={() => setBellOpen(true)}>
            {text}
          </button>
        )}
      </div>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </li>
  );
}
