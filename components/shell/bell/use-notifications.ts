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
import { unreadCount } from "./unread";

type Page = ResponseOf<typeof contract.notifications.list>;
type Pages = InfiniteData<Page, number>;

const { area } = contract.notifications.list;
const pageLimit = 20;

/** Notifications page by page; the server writes them in the user's language. */
export function useNotifications(onlyUnread: boolean) {
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
export function useMarkRead() {
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
