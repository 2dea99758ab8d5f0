"use client";
import { useTyped } from "./use-typed";

const exchanged = /\b\d{4}-\d\d(-\d\d)?(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?|\b\d\d:\d\d\b(?!:)/g;

/**
 * Rules speak of dates and times as they are exchanged (`2026-03-01`), as forms and API share them; here such a one in a
 * message is written as the user types it.
 */
export function useReadableError() {
  const day = useTyped("day");
  const dateTime = useTyped("dateTime");
  const month = useTyped("month");
  const time = useTyped("time");
  return (message: string | undefined) =>
    message?.replace(
      exchanged,
      (date) => dateTime.write(date) ?? day.write(date) ?? month.write(date) ?? time.write(date) ?? date,
    );
}
