"use client";
import { useLocale } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { keepCookie } from "../cookie";
import { usePreferences } from "../permissions";
import { timeZoneCookie } from "../session/time-zone";
import { useDateLocale } from "./date-locale";
import { createFormat, type Format } from "./format";

export type { Format } from "./format";

const FormatContext = createContext<Format | undefined>(undefined);

export function useFormat(): Format {
  const format = useContext(FormatContext);
  if (!format) throw new Error("useFormat needs a FormatProvider above it");
  return format;
}

const subscribe = () => () => {};
const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @param serverTimeZone the browser's zone as far as the server knows it, for rendering there */
export function FormatProvider({
  serverTimeZone = "UTC",
  children,
}: {
  serverTimeZone?: string;
  children: ReactNode;
}) {
  const preferences = usePreferences();
  const language = useLocale();
  const locale = useDateLocale(language);
  const timeZone = useSyncExternalStore(subscribe, browserTimeZone, () => serverTimeZone);
  useEffect(() => {
    // People travel: the server renders the next page in the zone they are in now.
    if (timeZone !== serverTimeZone) keepCookie(timeZoneCookie, timeZone);
  }, [timeZone, serverTimeZone]);
  const format = useMemo(
    () => createFormat({ preferences, language, locale, timeZone }),
    [preferences, language, locale, timeZone],
  );
  return <FormatContext.Provider value={format}>{children}</FormatContext.Provider>;
}
