"use client";
import { CalendarDays } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Range } from "@/lib/validation/dates";
import type { ControlProps } from "./control";
import { LazyCalendar } from "./lazy-calendar";
import { TypedInput } from "./typed-input";

/** A day, `YYYY-MM-DD` or empty. The range limits the calendar; the rule `day(range)` validates typed values. */
export function DateInput({ min, max, ...control }: ControlProps<string> & Range) {
  const t = useTranslations("fields");
  return (
    <TypedInput
      kind="day"
      choose={t("chooseDate")}
      icon={CalendarDays}
      panel={({ value, choose }) => <LazyCalendar value={value} onChange={choose} min={min} max={max} />}
      {...control}
    />
  );
}
