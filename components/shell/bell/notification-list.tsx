"use client";

import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { BellOff, Check, CheckCheck, CloudOff } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { routeOf } from "@/components/areas/registry";
import { followIntoView } from "@/components/shell/view-focus";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { ViewLink } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import type { ResponseOf } from "@/lib/contract/endpoint";
import type { Notification } from "@/lib/contract/notifications";
import { unreadCount } from "./unread";

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

interface NotificationItemProps {
  notification: Notification;
  onRead: () => void;
  onLeave: () => void;
}

function NotificationItem({ notification, onRead, onLeave }: NotificationItemProps) {
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
    // The button goes away: whoever works through the list by keyboard goes on from the next one.
    const item = event.currentTarget.closest("li");
    const next = item?.nextElementSibling ?? item?.previousElementSibling;
    (next?.querySelector<HTMLElement>("button, a") ?? item?.closest("ul"))?.focus();
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
          {[createdBy, format.dateTime(createdOn)].filter(Boolean).join(" · ")}
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

/** The address, if there is such a view and the user may see it. */
function useReachable(link: string | null | undefined): string | undefined {
  const { allows } = usePermissions();
  const route = link ? routeOf(link) : undefined;
  return link && route && allows(route.area) ? link : undefined;
}

type Page = ResponseOf<typeof contract.notifications.list>;
type Pages = InfiniteData<Page, number>;

const { area } = contract.notifications.list;
const pageLimit = 20;

/** Notifications page by page; the server writes them in the user's language. */
function useNotifications(onlyUnread: boolean) {
  const language = useLocale();
  return useInfiniteQuery({
    queryKey: [area, "pages", { onlyUnread, language }],
    queryFn: ({ pageParam, signal }) =>
      call(contract.notifications.list, { query: { page: pageParam, pageLimit, onlyUnread } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ totalCount }: Page, pages) =>
      pages.length * pageLimit < totalCount ? pages.length + 1 : undefined,
    // Whoever opens the list wants to know what is new.
    staleTime: 0,
    refetchOnMount: "always",
  });
}

/** Marks one notification as read, or all: shown at once, said only when it failed. */
function useMarkRead() {
  const client = useQueryClient();
  const settle = {
    meta: { silent: "success" },
    onSettled: () => client.invalidateQueries({ queryKey: [area] }),
  } as const;
  const one = useMutation({
    ...settle,
    mutationFn: (notificationId: string) => call(contract.notifications.read, { params: { notificationId } }),
    onMutate: (id) => showRead(client, (notificationId) => notificationId === id),
  });
  const all = useMutation({
    ...settle,
    mutationFn: () => call(contract.notifications.readAll, {}),
    onMutate: () => showRead(client, () => true),
  });
  return { one: one.mutate, all: all.mutate };
}

function showRead(client: QueryClient, isMeant: (notificationId: string) => boolean): void {
  let marked = 0;
  client.setQueriesData<Pages>({ queryKey: [area, "pages"] }, (data) => {
    if (!data) return data;
    marked = 0;
    const pages = data.pages.map((page) => ({
      ...page,
      list: page.list.map((row) => {
        if (row.status === "Read" || !isMeant(row.notificationId)) return row;
        marked += 1;
        return { ...row, status: "Read" as const };
      }),
    }));
    return { ...data, pages };
  });
  client.setQueryData<Page>(
    unreadCount.queryKey,
    (count) => count && { ...count, totalCount: Math.max(0, count.totalCount - marked) },
  );
}
