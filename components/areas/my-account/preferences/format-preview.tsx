"use client";
import { useTranslations } from "next-intl";
import { useMemo, useSyncExternalStore } from "react";
import { createFormat } from "@/lib/format/format";
import { browserTimeZone } from "@/lib/preferences/time-zone";
import { useChosen } from "./use-chosen";

const second = 1000;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, second);
  return () => clearInterval(timer);
}

const thisSecond = () => Math.floor(Date.now() / second) * second;

/** The present moment and a number by what is chosen; empty on the server, whose clock and zone are others. */
export function FormatPreview() {
  const t = useTranslations("my-account.preferences");
  const chosen = useChosen();
  const now = useSyncExternalStore(subscribe, thisSecond, () => undefined);
  const format = useMemo(() => {
    const timeZone = chosen.timezone || browserTimeZone();
    return createFormat({ preferences: chosen, language: chosen.languageSymbol, timeZone });
  }, [chosen]);
  const moment = now === undefined ? undefined : new Date(now).toISOString();
  const rows = [
    [t("nowLong"), format.longDateTime(moment)],
    [t("nowShort"), format.dateTime(moment)],
    [t("number"), format.number(1234567.89)],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded bg-background px-3 py-2 text-sm tabular-nums">
      {rows.map(([label, text]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-h-5 break-words">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
