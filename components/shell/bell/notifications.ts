"use client";
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import type { ResponseOf } from "@/lib/contract/endpoint";
import type { Notification } from "@/lib/contract/notifications";
import { unreadCount } from "./unread";

type Page = ResponseOf<typeof contract.notifications.list>;
type Pages = InfiniteData<Page, number>;

const { area } = contract.notifications.list;
const pageLimit = 20;

/** Loads notifications page by page; the server translates them to the user's language. */
export function useNotifications(onlyUnread: boolean) {
  const language = useLocale();
  return useInfiniteQuery({
    queryKey: [area, "pages", { onlyUnread, language }],
    queryFn: ({ pageParam, signal }) =>
      call(contract.notifications.list, { query: { page: pageParam, pageLimit, onlyUnread } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ totalCount }: Page, pages) =>
      pages.length * pageLimit < totalCount ? pages.length + 1 : undefined,
    // Opening the list refreshes it.
    staleTime: 0,
    refetchOnMount: "always",
  });
}

/** Whether two notifications have the same text, record and author. */
export const isAlike = (one: Notification, other: Notification) =>
  one.eventMessage === other.eventMessage && one.link === other.link && one.createdBy === other.createdBy;

/** Marks one notification, all equal ones, or all as read; optimistic, with a message on failure only. */
export function useMarkRead() {
  const client = useQueryClient();
  const settle = {
    meta: { silent: "success" },
    onSettled: () => client.invalidateQueries({ queryKey: [area] }),
  } as const;
  const one = useMutation({
    ...settle,
    mutationFn: ({ notificationId }: Notification) =>
      call(contract.notifications.read, { params: { notificationId } }),
    onMutate: (meant) => showRead(client, ({ notificationId }) => notificationId === meant.notificationId),
  });
  const alike = useMutation({
    ...settle,
    mutationFn: ({ notificationId }: Notification) =>
      call(contract.notifications.readAlike, { params: { notificationId } }),
    onMutate: (meant) => showRead(client, (notification) => isAlike(notification, meant)),
  });
  const all = useMutation({
    ...settle,
    mutationFn: () => call(contract.notifications.readAll, {}),
    onMutate: () => showRead(client, () => true),
  });
  return { one: one.mutate, alike: alike.mutate, all: all.mutate };
}

function showRead(client: QueryClient, isMeant: (notification: Notification) => boolean): void {
  let marked = 0;
  client.setQueriesData<Pages>({ queryKey: [area, "pages"] }, (data) => {
    if (!data) return data;
    marked = 0;
    const pages = data.pages.map((page) => ({
      ...page,
      list: page.list.map((row) => {
        if (row.status === "Read" || !isMeant(row)) return row;
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
