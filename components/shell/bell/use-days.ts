import { useTranslations } from "next-intl";
import { serverNow } from "@/lib/client/api/server-clock";
import { useFormat } from "@/lib/client/format";
import type { Notification } from "@/lib/contract/notifications";
import { isAlike } from "./notifications";

type Group = [newest: Notification, ...others: Notification[]];

/** Groups notifications by day, and merges equal ones of a day if they can be marked as read together. */
export function useDays(isGrouped: boolean) {
  const t = useTranslations("bell");
  const { date } = useFormat();
  return (notifications: readonly Notification[]): { day: string; groups: Group[] }[] => {
    const now = serverNow();
    const names = new Map([
      [date(new Date(now - 86_400_000).toISOString()), t("yesterday")],
      [date(new Date(now).toISOString()), t("today")],
    ]);
    const days = new Map<string, Group[]>();
    for (const one of notifications) {
      const on = date(one.createdOn);
      const groups = days.get(on) ?? [];
      days.set(on, groups);
      const alike = isGrouped
        ? groups.find(([newest]) => newest.status === one.status && isAlike(newest, one))
        : undefined;
      if (alike) alike.push(one);
      else groups.push([one]);
    }
    return Array.from(days, ([on, groups]) => ({ day: names.get(on) ?? on, groups }));
  };
}
