"use client";
import { useLocale } from "next-intl";
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { keepCookie } from "../cookie";
import { usePreferences } from "../permissions";
import { browserTimeZone } from "../preferences/time-zone";
import { timeZoneCookie } from "../session/time-zone";
import { createFormat, type Format } from "./format";

export type { Format } from "./format";

const FormatContext = createContext<Format | undefined>(undefined);
const ZoneContext = createContext(false);

/** Whether the time zone is the browser's, or the one that the user prefers, and no longer the server's guess. */
export function useIsZoneKnown(): boolean {
  return useContext(ZoneContext);
}

export function useFormat(): Format {
  const format = useContext(FormatContext);
  if (!format) throw new Error("useFormat needs a FormatProvider above it");
  return format;
}

/** @param serverTimeZone the user's zone as far as the server knows it, for rendering there */
export function FormatProvider({
  serverTimeZone = "UTC",
  children,
}: {
  serverTimeZone?: string;
  children: ReactNode;
}) {
  const preferences = usePreferences();
  const language = useLocale();
  const [here, setHere] = useState<string>();
  useEffect(() => {
    // In a transition, which lets React first take over what the server has rendered in its zone.
    startTransition(() => setHere(browserTimeZone()));
  }, []);
  const timeZone = preferences.timezone || (here ?? serverTimeZone);
  useEffect(() => {
    // People travel: the server renders the next page, and asks for its rows, in the zone that counts now.
    const zone = preferences.timezone || browserTimeZone();
    if (zone !== serverTimeZone) keepCookie(timeZoneCookie, zone);
  }, [preferences.timezone, serverTimeZone]);
  const format = useMemo(
    () => createFormat({ preferences, language, timeZone }),
    [preferences, language, timeZone],
  );
  return (
    <ZoneContext.Provider value={here !== undefined}>
      <FormatContext.Provider value={format}>{children}</FormatContext.Provider>
    </ZoneContext.Provider>
  );
}
