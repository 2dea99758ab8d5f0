"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { DayFigures } from "@/lib/contract/home";
import { HomeCard } from "./home-card";

const kinds = ["signIns", "failures", "newUsers"] as const;
type Kind = (typeof kinds)[number];
const tones: Record<Kind, string> = {
  signIns: "text-primary",
  failures: "text-danger",
  newUsers: "text-success",
};
const minute = 60_000;

/** Figures of the last days for administrators: a sparkline each, with a table of the numbers (HO-05). */
export default function Figures() {
  const t = useTranslations("home.figures");
  const [isTable, setTable] = useState(false);
  const tableId = useId();
  const isOffered = useKnownCapability("figures");
  const { data } = useQuery({
    ...queryOf(contract.home.figures, {}),
    enabled: isOffered === true,
    refetchInterval: minute,
    meta: { silent: true },
  });
  if (!isOffered) return null;
  return (
    <HomeCard
      title={t("title")}
      hint={t("hint")}
      action={
        data && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isTable}
            aria-controls={tableId}
            onClick={() => setTable(!isTable)}
          >
            {t(isTable ? "hideTable" : "showTable")}
          </Button>
        )
      }
    >
      <dl className="grid gap-x-6 gap-y-4 p-4 sm:grid-cols-3">
        {kinds.map((kind) => (
          <Figure key={kind} kind={kind} days={data} />
        ))}
      </dl>
      <div id={tableId}>{isTable && data && <FiguresTable days={data} />}</div>
    </HomeCard>
  );
}

function Figure({ kind, days }: { kind: Kind; days: readonly DayFigures[] | undefined }) {
  const t = useTranslations("home.figures");
  const format = useFormat();
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{t(kind)}</dt>
      <dd className="flex items-end gap-4">
        {days ? (
          <>
            <span className="font-semibold text-xl tabular-nums">
              {format.number(days.reduce((sum, day) => sum + day[kind], 0))}
            </span>
            <Sparkline values={days.map((day) => day[kind])} className={tones[kind]} />
          </>
        ) : (
          <Skeleton className="h-8 w-full" />
        )}
      </dd>
    </div>
  );
}

const width = 120;
const height = 32;

/** Decorative: the table has the same data. */
function Sparkline({ values, className }: { values: readonly number[]; className: string }) {
  const most = Math.max(1, ...values);
  const at = (value: number, index: number) =>
    `${(index / Math.max(1, values.length - 1)) * width},${height - 1 - (value / most) * (height - 2)}`;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={`h-8 min-w-0 flex-1 ${className}`}
    >
      <polyline
        points={values.map(at).join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Newest day first. */
function FiguresTable({ days }: { days: readonly DayFigures[] }) {
  const t = useTranslations("home.figures");
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section aria-label={t("byDay")} tabIndex={0} className="max-h-72 overflow-auto border-t">
      <table className="w-full text-sm tabular-nums">
        <thead className="sticky top-0 bg-surface text-left">
          <tr>
            <th scope="col" className="px-4 py-1.5 font-medium">
              {t("day")}
            </th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" className="px-4 py-1.5 text-right font-medium">
                {t(kind)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-t">
              <th scope="row" className="px-4 py-1.5 text-left font-normal">
                {format.date(day.day)}
              </th>
              {kinds.map((kind) => (
                <td key={kind} className="px-4 py-1.5 text-right">
                  {format.number(day[kind])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
