"use client";

import { Calendar1, CalendarClock, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { today, useFormat } from "@/lib/client/format";
import { typedDateTime } from "@/lib/format/typed";
import type { Range } from "@/lib/validation/dates";
import { DisplayValue } from "../values/display-value";
import type { ControlProps } from "./control";
import { DateInput } from "./date-input";
import { timeOptionOf, timeOptions, yearOptions } from "./date-options";
import { ControlledField, type FormFieldProps, useStored } from "./form-field";
import { LazyCalendar } from "./lazy-calendar";
import { MonthInput } from "./month-input";
import { OptionList } from "./option-list";
import { TypedInput } from "./typed-input";
import { useTyped } from "./use-typed";

type RangedFieldProps = FormFieldProps & Range;

// The range limits the panel; the schema's rule with the same range rejects typed values outside it, on blur (FM-06).

/** A day, `YYYY-MM-DD`. */
export function DateField({ min, max, ...field }: RangedFieldProps) {
  return (
    <ControlledField display="date" empty="" checkedOnLeaving {...field}>
      {(control) => <DateInput min={min} max={max} {...control} />}
    </ControlledField>
  );
}

/** A time of day, `HH:mm`. */
export function TimeField({ min, max, ...field }: RangedFieldProps) {
  return (
    <ControlledField display="time" empty="" checkedOnLeaving {...field}>
      {(control) => <TimeInput min={min} max={max} {...control} />}
    </ControlledField>
  );
}

/** An instant in UTC, shown and typed in the user's time zone. */
export function DateTimeField({ min, max, ...field }: RangedFieldProps) {
  return (
    <ControlledField display="dateTime" empty="" checkedOnLeaving {...field}>
      {(control) => <DateTimeInput min={min} max={max} {...control} />}
    </ControlledField>
  );
}

/** A month, `YYYY-MM`. */
export function MonthField({ min, max, ...field }: RangedFieldProps) {
  const stored = useStored(field.name);
  const { write } = useTyped("month");
  const text = typeof stored === "string" ? (write(stored) ?? stored) : stored;
  return (
    <ControlledField
      display="text"
      read={<DisplayValue type="text" value={text} />}
      empty=""
      checkedOnLeaving
      {...field}
    >
      {(control) => <MonthInput min={min} max={max} {...control} />}
    </ControlledField>
  );
}

/** A year as a number; shown without grouping. */
export function YearField({ min, max, ...field }: RangedFieldProps) {
  const stored = useStored(field.name);
  const text = typeof stored === "number" ? String(stored) : stored;
  return (
    <ControlledField<number | string | null>
      display="text"
      read={<DisplayValue type="text" value={text} />}
      empty={null}
      checkedOnLeaving
      {...field}
    >
      {(control) => <YearInput min={min} max={max} {...control} />}
    </ControlledField>
  );
}

/** An instant, ISO 8601 in UTC or empty, entered in the user's time zone. */
function DateTimeInput({ min, max, ...control }: ControlProps<string> & Range) {
  const t = useTranslations("fields");
  return (
    <TypedInput
      kind="dateTime"
      choose={t("chooseDateTime")}
      icon={CalendarClock}
      panel={(panel) => <DateTimePanel min={min} max={max} {...panel} />}
      {...control}
    />
  );
}

interface DateTimePanelProps extends Range {
  value: string;
  choose: (value: string, stay?: boolean) => void;
}

/** First the day, then the time, which closes the panel. */
function DateTimePanel({ value, choose, min, max }: DateTimePanelProps) {
  const { timeZone } = useFormat();
  const { read, write } = typedDateTime("YYYY-MM-DD HH:mm", timeZone);
  const [day = "", time = ""] = write(value)?.split(" ") ?? [];
  const [dayChosen, setDayChosen] = useState(false);
  const limit = (instant: string | undefined) => (instant ? write(instant)?.slice(0, 10) : undefined);

  /** Daylight saving skips some times; on the days of the limits only a part of the day is allowed. */
  const isOffered = (offered: string) => {
    const instant = read(`${day} ${offered}`);
    return instant !== undefined && !(min && instant < min) && !(max && instant > max);
  };

  const chooseDay = (next: string) => {
    setDayChosen(true);
    // A time skipped by daylight saving falls back to noon, which every day has.
    choose(read(`${next} ${time || "00:00"}`) ?? read(`${next} 12:00`) ?? "", true);
  };
  return (
    <div className="flex flex-col gap-2 sm:flex-row">
      <LazyCalendar value={day} onChange={chooseDay} min={limit(min)} max={limit(max)} />
      {(dayChosen || day !== "") && (
        <TimeList
          takesFocus={dayChosen}
          value={time}
          isOffered={isOffered}
          onChange={(next) => choose(read(`${day} ${next}`) ?? "")}
          className="sm:border-l sm:pl-2"
        />
      )}
    </div>
  );
}

/** A year as a number with any number of digits, or null; invalid text stays as text until it is corrected. */
function YearInput({ value, onChange, min, max, ...control }: ControlProps<number | string | null> & Range) {
  const t = useTranslations("fields");
  const now = today(useFormat());
  return (
    <TypedInput
      kind="year"
      choose={t("chooseYear")}
      icon={Calendar1}
      value={value === null ? "" : String(value)}
      onChange={(text) => onChange(text === "" ? null : /^[1-9]\d{0,3}$/.test(text) ? Number(text) : text)}
      panel={({ value: year, choose }) => (
        <OptionList
          label={t("chooseYear")}
          options={yearOptions(now, min, max).map((offered) => ({
            value: String(offered),
            label: String(offered),
          }))}
          selected={year}
          near={String(now.getFullYear())}
          onSelect={choose}
        />
      )}
      {...control}
    />
  );
}

interface TimeListProps extends Range {
  /** `HH:mm`, or empty. */
  value: string;
  onChange: (time: string) => void;
  takesFocus?: boolean;
  /** Filters out times that a day does not have, or that exceed its limits. */
  isOffered?: (time: string) => boolean;
  className?: string;
}

/** Times in steps of 15 minutes. */
function TimeList({ value, onChange, min, max, isOffered = () => true, ...rest }: TimeListProps) {
  const t = useTranslations("fields");
  const { write } = useTyped("time");
  return (
    <OptionList
      label={t("chooseTime")}
      options={timeOptions(min, max)
        .filter(isOffered)
        .map((time) => ({ value: time, label: write(time) ?? time }))}
      selected={value}
      near={value ? timeOptionOf(value) : "08:00"}
      onSelect={onChange}
      {...rest}
    />
  );
}

/** A time of day, `HH:mm` or empty; any minute can be typed, every 15th chosen. */
function TimeInput({ min, max, ...control }: ControlProps<string> & Range) {
  const t = useTranslations("fields");
  return (
    <TypedInput
      kind="time"
      choose={t("chooseTime")}
      icon={Clock}
      panel={({ value, choose }) => <TimeList value={value} onChange={choose} min={min} max={max} />}
      {...control}
    />
  );
}
