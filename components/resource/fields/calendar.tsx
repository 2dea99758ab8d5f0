"use client";
import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { DayPicker } from "react-day-picker";
import { cn } from "@/components/ui/cn";
import { today, useFormat } from "@/lib/client/format";
import { calendarText } from "@/lib/format/calendar-text";
import { intlLocale } from "@/lib/format/intl-locale";
import type { Range } from "@/lib/validation/dates";
import { firstYear, yearOptions } from "./date-options";

interface CalendarProps extends Range {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (day: string) => void;
}

const chevrons = { left: ChevronLeft, right: ChevronRight, down: ChevronDown, up: ChevronDown };
const square = "size-8 rounded";

function Chevron({ orientation = "left" }: { orientation?: keyof typeof chevrons }) {
  const Icon = chevrons[orientation];
  return <Icon aria-hidden="true" className="size-4" />;
}

function dateOf(day: string): Date | undefined {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return day === "" ? undefined : new Date(year, month - 1, date);
}

function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Calendar of one month; loaded when first opened. */
export default function Calendar({ value, onChange, min, max }: CalendarProps) {
  const t = useTranslations("fields");
  const language = useLocale();
  const show = (options: Intl.DateTimeFormatOptions) => calendarText(language, options);
  const selected = dateOf(value);
  const now = today(useFormat());
  const [newest = now.getFullYear()] = yearOptions(now, min, max);
  const after = max ? dateOf(max.slice(0, 10)) : undefined;
  const before = min ? dateOf(min.slice(0, 10)) : undefined;
  const start = selected ?? (after && after < now ? after : before && before > now ? before : now);

  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      today={now}
      selected={selected}
      onSelect={(date: Date) => onChange(dayOf(date))}
      defaultMonth={start}
      startMonth={before ?? new Date(firstYear, 0)}
      endMonth={after ?? new Date(newest, 11)}
      disabled={[...(before ? [{ before }] : []), ...(after ? [{ after }] : [])]}
      captionLayout="dropdown"
      reverseYears
      fixedWeeks
      showOutsideDays
      weekStartsOn={1}
      lang={intlLocale(language)}
      labels={{
        labelNav: () => t("months"),
        labelGrid: show({ month: "long", year: "numeric" }),
        labelNext: () => t("nextMonth"),
        labelPrevious: () => t("previousMonth"),
        labelMonthDropdown: () => t("month"),
        labelYearDropdown: () => t("year"),
        labelWeekday: show({ weekday: "long" }),
        labelDayButton: (date, { today: isToday }) => {
          const name = show({ weekday: "long", day: "numeric", month: "long", year: "numeric" })(date);
          return isToday ? t("todayIs", { day: name }) : name;
        },
      }}
      formatters={{
        formatMonthDropdown: show({ month: "long" }),
        formatWeekdayName: show({ weekday: "short" }),
      }}
      components={{ Chevron }}
      classNames={{
        root: "relative w-fit select-none",
        nav: "absolute inset-x-0 top-0 flex justify-between",
        button_previous: cn(
          square,
          "inline-flex items-center justify-center hover:bg-hover aria-disabled:opacity-40",
        ),
        button_next: cn(
          square,
          "inline-flex items-center justify-center hover:bg-hover aria-disabled:opacity-40",
        ),
        month_caption: "mx-9 flex h-8 items-center justify-center",
        dropdowns: "relative z-10 flex items-center gap-1",
        dropdown_root:
          "relative inline-flex h-7 items-center rounded px-1.5 focus-within:outline-2 hover:bg-hover",
        dropdown: "absolute inset-0 cursor-pointer bg-raised text-text opacity-0",
        caption_label: "inline-flex items-center gap-1 font-medium text-sm",
        month_grid: "mt-1 border-collapse",
        weekday: "h-8 w-9 font-normal text-muted text-xs",
        day: "p-0.5 text-center",
        day_button: cn(square, "text-sm tabular-nums enabled:hover:bg-hover disabled:cursor-not-allowed"),
        today: "[&>button]:font-semibold [&>button]:text-primary",
        outside: "[&>button]:text-muted",
        disabled: "[&>button]:opacity-40",
        selected: cn(
          "[&>button]:bg-primary! [&>button]:text-primary-on!",
          "forced-colors:[&>button]:bg-[Highlight]! forced-colors:[&>button]:text-[HighlightText]!",
        ),
        hidden: "invisible",
      }}
    />
  );
}
