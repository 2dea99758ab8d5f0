"use client";
import { useTyped } from "./use-typed";

const exchanged = /\b\d{4}-\d\d(-\d\d)?(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?/g;

/**
 * Rules speak of dates as they are exchanged (`2026-03-01`), as forms and API share them; here such a date in a message
 * is written as the user types it.
 */
export function useReadableError() {
  const day = useTyped("day");
  const dateTime = useTyped("dateTime");
  const month = useTyped("month");
  return (message: string | undefined) =>
    message?.replace(
      exchanged,
      (date) => dateTime.write(date) ?? day.write(date) ?? month.write(date) ?? date,
    );
}
