"use client";
import { serverNow } from "@/lib/client/api/server-clock";
import { useFormat } from "@/lib/client/format";

/** An instant on one line: in narrow tables of today the time, of other days the date; all of it on hover. */
export function ShortMoment({ instant }: { instant: string }) {
  const { date, time, dateTime, longDateTime } = useFormat();
  const isToday = date(instant) === date(new Date(serverNow()).toISOString());
  return (
    <time dateTime={instant} title={longDateTime(instant)} className="whitespace-nowrap">
      <span className="@md:hidden">{isToday ? time(instant) : date(instant)}</span>
      <span className="@max-md:hidden">{dateTime(instant)}</span>
    </time>
  );
}
