"use client";
import { BellOff, CheckCheck, CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { NotificationItem } from "./notification-item";
import { useMarkRead, useNotifications } from "./use-notifications";

interface NotificationListProps {
  unread: number;
  /** A link was followed. */
  onLeave: () => void;
}

/** The user's notifications, newest first: all or the unread ones, to be marked as read one by one or at once (HO-03). */
export function NotificationList({ unread, onLeave }: NotificationListProps) {
  const t = useTranslations("bell");
  const retry = useTranslations("common")("retry");
  const [onlyUnread, setOnlyUnread] = useState(false);
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
        <Button
          size="sm"
          variant="ghost"
          className="-mr-2"
          icon={<CheckCheck />}
          disabled={unread === 0}
          onClick={() => read.all()}
        >
          {t("markAll")}
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain" aria-busy={list.isPending}>
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
        {shown.length > 0 && (
          <ul aria-label={t("label")} tabIndex={-1} className="outline-none">
            {shown.map((notification) => (
              <NotificationItem
                key={notification.notificationId}
                notification={notification}
                onRead={() => read.one(notification.notificationId)}
                onLeave={onLeave}
              />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <div className="flex items-center justify-between gap-3 px-4 py-3 text-muted text-xs tabular-nums">
            <span>{t("shown", { shown: shown.length, total })}</span>
            <Button size="sm" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              {t("more")}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function Waiting() {
  return ["w-4/5", "w-3/5", "w-2/3", "w-4/5"].map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that never move
    <div key={index} className="flex flex-col gap-2 border-b px-4 py-3 pl-9">
      <Skeleton className={width} />
      <Skeleton className="h-3 w-1/3" />
    </div>
  ));
}
