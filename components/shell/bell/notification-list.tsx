"use client";
import { BellOff, Check, CheckCheck, CloudOff, Settings2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useId, useState } from "react";
import { useAreas } from "@/components/area/areas-context";
import { findRoute } from "@/components/area/route";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { followIntoView } from "@/components/ui/view-focus";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useCapability } from "@/lib/client/api/capabilities";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { ViewLink } from "@/lib/client/tabs";
import type { Notification } from "@/lib/contract/notifications";
import { NotificationKinds } from "./notification-kinds";
import { useMarkRead, useNotifications } from "./notifications";
import { useDays } from "./use-days";

interface NotificationListProps {
  unread: number;
  onLeave: () => void;
}

/** The user's notifications by day, newest first: all or unread, to be marked as read singly or together (HO-03). */
export function NotificationList({ unread, onLeave }: NotificationListProps) {
  const t = useTranslations("bell");
  const retry = useTranslations("common")("retry");
  const format = useFormat();
  const hasKinds = useCapability("notification-kinds");
  const [onlyUnread, setOnlyUnread] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const contentId = useId();
  const list = useNotifications(onlyUnread);
  const read = useMarkRead();
  const shown = list.data?.pages.flatMap((page) => page.list) ?? [];
  const total = list.data?.pages.at(-1)?.totalCount ?? 0;

  return (
    <>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-x-3 border-b px-4 py-1.5">
        <Checkbox
          className="text-sm"
          label={t("onlyUnread")}
          checked={onlyUnread}
          onChange={(event) => setOnlyUnread(event.target.checked)}
        />
        <div className="-mr-2 ml-auto flex items-center">
          <ReasonedButton
            size="sm"
            variant="ghost"
            icon={<CheckCheck />}
            disabledReason={unread === 0 ? t("noneUnread") : undefined}
            onClick={() => read.all()}
          >
            {t("markAll")}
          </ReasonedButton>
          {hasKinds && (
            <IconButton
              size="sm"
              label={t("kinds.choose")}
              aria-expanded={choosing}
              aria-controls={contentId}
              onClick={() => setChoosing(!choosing)}
            >
              <Settings2 />
            </IconButton>
          )}
        </div>
      </div>
      <div
        id={contentId}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
        aria-busy={list.isPending}
      >
        {choosing && <NotificationKinds />}
        {list.isPending && <Waiting />}
        {list.isError && shown.length === 0 && (
          <EmptyState
            icon={<CloudOff />}
            title={t("failed")}
            action={<Button onClick={() => list.refetch()}>{retry}</Button>}
          />
        )}
        {list.isSuccess && shown.length === 0 && (
          <EmptyState
            icon={<BellOff />}
            title={t(onlyUnread ? "noneUnread" : "noNotifications")}
            description={t("noneHint")}
          />
        )}
        <Days notifications={shown} isGrouped={hasKinds} onLeave={onLeave} />
        {list.hasNextPage && (
          <div className="flex items-center justify-between gap-3 px-4 py-3 text-muted text-xs tabular-nums">
            <span>{t("shown", { shown: format.number(shown.length), total: format.number(total) })}</span>
            <Button size="sm" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              {t("more")}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

interface DaysProps {
  notifications: readonly Notification[];
  isGrouped: boolean;
  onLeave: () => void;
}

function Days({ notifications, isGrouped, onLeave }: DaysProps) {
  const t = useTranslations("bell");
  const read = useMarkRead();
  const daysOf = useDays(isGrouped);
  return daysOf(notifications).map(({ day, groups }) => (
    <section key={day} aria-label={day}>
      <h2 className="sticky top-0 z-2 border-b bg-background px-4 py-1 font-medium text-muted text-xs">
        {day}
      </h2>
      <ul aria-label={`${t("label")}, ${day}`}>
        {groups.map(([newest, ...others]) => (
          <NotificationItem
            key={newest.notificationId}
            notification={newest}
            times={others.length + 1}
            onRead={() => (others.length > 0 ? read.alike : read.one)(newest)}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </section>
  ));
}

function Waiting() {
  return ["w-4/5", "w-3/5", "w-2/3", "w-4/5"].map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
    <div key={index} className="flex flex-col gap-2 border-b px-4 py-3 pl-9">
      <Skeleton className={width} />
      <Skeleton className="h-3 w-1/3" />
    </div>
  ));
}

interface NotificationItemProps {
  notification: Notification;
  /** Number of equal notifications on that day. */
  times: number;
  onRead: () => void;
  onLeave: () => void;
}

function NotificationItem({ notification, times, onRead, onLeave }: NotificationItemProps) {
  const t = useTranslations("bell");
  const format = useFormat();
  const link = useReachable(notification.link);
  const { eventMessage, createdOn, createdBy, status } = notification;
  const unread = status === "Unread";

  const follow = (event: MouseEvent<HTMLElement>) => {
    if (unread) onRead();
    if (event.ctrlKey || event.metaKey) return;
    followIntoView();
    onLeave();
  };

  const mark = (event: MouseEvent<HTMLElement>) => {
    // The button is removed: moves the keyboard focus to the next one.
    const panel = event.currentTarget.closest("[role=tabpanel]");
    const items = [...(panel?.querySelectorAll("li") ?? [])];
    const place = items.findIndex((item) => item.contains(event.currentTarget));
    const next = items[place + 1] ?? items[place - 1];
    (next?.querySelector<HTMLElement>("button, a") ?? (panel as HTMLElement | null))?.focus();
    onRead();
  };

  return (
    <li className={cn("relative flex items-start gap-3 border-b px-4 py-3", link && "hover:bg-hover")}>
      <span
        aria-hidden="true"
        className={cn("mt-1.5 size-2 shrink-0 rounded-full", unread && "drawn bg-accent")}
      />
      <div className="min-w-0 flex-1 text-sm">
        {unread && <VisuallyHidden>{t("unread")}: </VisuallyHidden>}
        {link ? (
          <ViewLink
            to={link}
            onClick={follow}
            className={cn(
              "break-words after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:outline-offset-[-2px]",
              unread && "font-medium",
            )}
          >
            {eventMessage}
          </ViewLink>
        ) : (
          <span className={cn("break-words", unread && "font-medium")}>{eventMessage}</span>
        )}
        <p className="mt-0.5 text-muted text-xs">
          {[createdBy, format.time(createdOn), times > 1 && t("times", { count: times })]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {unread && (
        <IconButton size="sm" label={t("markOne")} className="relative z-1 -my-1 -mr-2" onClick={mark}>
          <Check />
        </IconButton>
      )}
    </li>
  );
}

function useReachable(link: string | null | undefined): string | undefined {
  const areas = useAreas();
  const { allows } = usePermissions();
  const route = link ? findRoute(areas, link) : undefined;
  return link && route && allows(route.area) ? link : undefined;
}
