"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { idle } from "@/components/ui/idle";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";
import { countOnly } from "@/lib/contract/paging";

/** Counts only: page limit 0 (platform document, section 9). */
export const unreadCount = queryOf(contract.notifications.list, {
  query: { onlyUnread: true, pageLimit: countOnly },
});

const refetchInterval = 60_000;

/** Returns the number of unread notifications; undefined until loaded. Requested when the page is idle. */
export function useUnreadCount(): number | undefined {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => idle(() => setIdle(true)), []);
  const { data } = useQuery({ ...unreadCount, enabled: isIdle, refetchInterval: refetchInterval });
  return data?.totalCount;
}
