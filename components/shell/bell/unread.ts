"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryOf } from "@/lib/api/query";
import { contract } from "@/lib/contract";

/** The call that only counts: page limit 0 (platform document, section 9). */
export const unreadCount = queryOf(contract.notifications.list, {
  query: { onlyUnread: true, pageLimit: 0 },
});

const heardEvery = 60_000;

/** How many notifications are unread; undefined until that is known. Asked when the page has nothing better to do. */
export function useUnreadCount(): number | undefined {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // Not every browser has requestIdleCallback.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(() => setIdle(true));
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(() => setIdle(true));
    return () => cancelIdleCallback(request);
  }, []);
  const { data } = useQuery({ ...unreadCount, enabled: idle, refetchInterval: heardEvery });
  return data?.totalCount;
}
