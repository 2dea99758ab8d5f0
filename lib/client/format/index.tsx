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
import { createFormat, type Format } from "../../format/format";
import { wallClock } from "../../format/zone";
import { browserTimeZone } from "../../preferences/time-zone";
import { keepTimeZone } from "../../session/time-zone";
import { serverNow } from "../api/server-clock";
import { useHydratedValue } from "../hydrated-value";
import { usePreferences } from "../permissions";
import { usePrefix } from "../tabs/prefix";

export type { Format } from "../../format/format";

interface Formats {
  current: Format;
  /** The format of the server's rendering. */
  served: Format;
}

const FormatContext = createContext<Formats | undefined>(undefined);
const ZoneContext = createContext(false);

/** Whether the time zone is the browser's or the user's preference, rather than the server's guess. */
export function useIsZoneKnown(): boolean {
  return useContext(ZoneContext);
}

export function useFormat(): Format {
  const formats = useContext(FormatContext);
  if (!formats) throw new Error("useFormat needs a FormatProvider above it");
  return useHydratedValue(formats.current, formats.served);
}

/** The current day in the user's time zone by the server's clock, as a `Date` with these local parts. */
export function today({ timeZone }: Pick<Format, "timeZone">): Date {
  const wall = new Date(wallClock(serverNow(), timeZone));
  return new Date(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate());
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
  const prefix = usePrefix();
  const [here, setHere] = useState<string>();
  useEffect(() => {
    // In a transition, so that React first hydrates the server's rendering in its zone.
    startTransition(() => setHere(browserTimeZone()));
  }, []);
  const timeZone = preferences.timezone || (here ?? serverTimeZone);
  useEffect(() => {
    // Users travel: reports the current zone to the server, for the next page and its data.
    const zone = preferences.timezone || browserTimeZone();
    if (zone !== serverTimeZone) keepTimeZone(prefix, zone);
  }, [preferences.timezone, serverTimeZone, prefix]);
  const format = useMemo(
    () => createFormat({ preferences, language, timeZone }),
    [preferences, language, timeZone],
  );
  const [served] = useState(format);
  const formats = useMemo(() => ({ current: format, served }), [format, served]);
  return (
    <ZoneContext.Provider value={here !== undefined}>
      <FormatContext.Provider value={formats}>{children}</FormatContext.Provider>
    </ZoneContext.Provider>
  );
}
