"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { serverNow } from "@/lib/client/api/server-clock";
import { useFormat } from "@/lib/client/format";

const day = 24 * 3_600_000;

/** Returns the day of an instant as a heading, such as 'Today · March 1, 2026'. */
export function useDayName(): (instant: string) => string {
  const t = useTranslations("history");
  const { longDate } = useFormat();
  return useCallback(
    (instant) => {
      const date = longDate(instant);
      const isDaysAgo = (days: number) => longDate(new Date(serverNow() - days * day).toISOString()) === date;
      if (isDaysAgo(0)) return t("today", { date });
      return isDaysAgo(1) ? t("yesterday", { date }) : date;
    },
    [t, longDate],
  );
}
