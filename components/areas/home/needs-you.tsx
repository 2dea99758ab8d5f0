"use client";
import { Bell, CircleCheck, type LucideIcon, MailQuestion, MailX, UserMinus, UserX } from "lucide-react";
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
import { Nothing, pressable } from "./home-card";

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
    <section aria-label={t("title")} className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="font-semibold text-base">{t("title")}</h2>
      {!overview && <Skeleton className="h-8 max-w-96 flex-1 rounded-full" />}
      {overview && shown.length === 0 && (
        <Nothing icon={<CircleCheck aria-hidden="true" className="text-success" />}>{t("none")}</Nothing>
      )}
      {shown.length > 0 && (
        <ul className="flex min-w-0 flex-wrap gap-2">
          {shown.map((need) => (
            <NeedChip key={need.name} {...need} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NeedChip({ name, icon: Icon, count = 0, isMore = count > maxCounted, to }: Need) {
  const t = useTranslations("home.needs");
  const text = t(name, { count: Math.min(count, maxCounted), more: isMore ? "+" : "" });
  const look = cn("block text-left", pressable.link);
  return (
    <li className="relative flex min-h-8 min-w-0 items-center gap-2 rounded-2xl border bg-surface px-3 py-1 text-sm hover:border-control hover:bg-hover">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-primary" />
      {to ? (
        <ViewLink to={to} className={look}>
          {text}
        </ViewLink>
      ) : (
        <button type="button" className={look} onClick={() => setBellOpen(true)}>
          {text}
        </button>
      )}
    </li>
  );
}
