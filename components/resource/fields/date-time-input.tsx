"use client";
import { CalendarClock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/lib/client/format";
import { typedDateTime } from "@/lib/format/typed";
import type { Range } from "@/lib/validation/dates";
import type { ControlProps } from "./control";
import { LazyCalendar } from "./lazy-calendar";
import { TimeList } from "./time-input";
import { TypedInput } from "./typed-input";

/** An instant, ISO 8601 in UTC or empty, typed and chosen in the user's time zone. */
export function DateTimeInput({ min, max, ...control }: ControlProps<string> & Range) {
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

  /** The clocks skip some times in spring; on the days of the limits only a part of the day is within them. */
  const isOffered = (offered: string) => {
    const instant = read(`${day} ${offered}`);
    return instant !== undefined && !(min && instant < min) && !(max && instant > max);
  };

  const chooseDay = (next: string) => {
    setDayChosen(true);
    // An hour that the clocks skip on that day gives way to noon, which every day has.
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
