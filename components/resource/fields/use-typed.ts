"use client";
import { useMemo } from "react";
import { useFormat } from "@/lib/client/format";
import { usePreferences } from "@/lib/client/permissions";
import { typedPatterns } from "@/lib/format/pattern";
import { type Typed, typedDateTime, typedDay, typedMonth, typedTime, typedYear } from "@/lib/format/typed";

export type TypedKind = "day" | "time" | "dateTime" | "month" | "year";

/** Date and time formats of the signed-in user (PR-01). */
export function useTyped(kind: TypedKind): Typed {
  const preferences = usePreferences();
  const { timeZone } = useFormat();
  return useMemo(() => {
    const pattern = typedPatterns(preferences)[kind];
    const kinds = {
      day: () => typedDay(pattern),
      time: () => typedTime(pattern),
      dateTime: () => typedDateTime(pattern, timeZone),
      month: () => typedMonth(pattern),
      year: typedYear,
    };
    return kinds[kind]();
  }, [preferences, timeZone, kind]);
}
