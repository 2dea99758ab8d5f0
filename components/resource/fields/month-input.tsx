"use client";
import { CalendarRange, ChevronLeft, ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { today, useFormat } from "@/lib/client/format";
import { calendarText } from "@/lib/format/calendar-text";
import type { Range } from "@/lib/validation/dates";
import type { ControlProps } from "./control";
import { yearOptions } from "./date-options";
import { TypedInput } from "./typed-input";

/** A month, `YYYY-MM` or empty. */
export function MonthInput({ min, max, ...control }: ControlProps<string> & Range) {
  const t = useTranslations("fields");
  return (
    <TypedInput
      kind="month"
      choose={t("chooseMonth")}
      icon={CalendarRange}
      panel={({ value, choose }) => <MonthPanel value={value} onChange={choose} min={min} max={max} />}
      {...control}
    />
  );
}

interface MonthPanelProps extends Range {
  value: string;
  onChange: (month: string) => void;
}

const columns = 3;
const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };

function MonthPanel({ value, onChange, min, max }: MonthPanelProps) {
  const t = useTranslations("fields");
  const language = useLocale();
  const now = today(useFormat());
  const years = yearOptions(now, min, max);
  const [year, setYear] = useState(
    () => Number(value.slice(0, 4)) || Math.min(now.getFullYear(), years[0] ?? 0),
  );
  const [focused, setFocused] = useState(() => Number(value.slice(5, 7) || now.getMonth() + 1) - 1);
  const grid = useRef<HTMLFieldSetElement>(null);
  const focus = (index: number) => grid.current?.querySelectorAll("button")[index]?.focus();

  // Only when the panel opens.
  const first = useRef(focused);
  useEffect(() => {
    grid.current?.querySelectorAll("button")[first.current]?.focus();
  }, []);

  const press = (event: KeyboardEvent) => {
    const target = { Home: 0, End: 11 }[event.key] ?? focused + (steps[event.key] ?? Number.NaN);
    if (Number.isNaN(target)) return;
    event.preventDefault();
    const index = Math.min(Math.max(target, 0), 11);
    setFocused(index);
    focus(index);
  };
  const step = (by: number) => setYear(year + by);
  const name = (index: number, month: "long" | "short") =>
    calendarText(language, { month })(new Date(2024, index, 1));

  return (
    <div className="flex w-60 flex-col gap-2">
      <div className="flex items-center gap-1">
        <IconButton label={t("previousYear")} disabled={!years.includes(year - 1)} onClick={() => step(-1)}>
          <ChevronLeft />
        </IconButton>
        <Select
          aria-label={t("year")}
          className="flex-1"
          value={String(year)}
          onChange={(event) => setYear(Number(event.target.value))}
          options={years.map((offered) => ({ value: String(offered), label: String(offered) }))}
        />
        <IconButton label={t("nextYear")} disabled={!years.includes(year + 1)} onClick={() => step(1)}>
          <ChevronRight />
        </IconButton>
      </div>
      <fieldset ref={grid} aria-label={t("chooseMonth")} className="grid grid-cols-3 gap-1" onKeyDown={press}>
        {Array.from({ length: 12 }, (_, index) => {
          const month = `${year}-${String(index + 1).padStart(2, "0")}`;
          const off = (min !== undefined && month < min) || (max !== undefined && month > max);
          return (
            <button
              key={month}
              type="button"
              aria-label={`${name(index, "long")} ${year}`}
              aria-pressed={month === value}
              aria-disabled={off || undefined}
              tabIndex={index === focused ? 0 : -1}
              onFocus={() => setFocused(index)}
              onClick={() => !off && onChange(month)}
              className={cn(
                "h-9 rounded text-sm hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-40",
                month === value && "bg-primary text-primary-on hover:bg-primary-strong",
              )}
            >
              {name(index, "short")}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
