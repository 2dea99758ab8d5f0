"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { ViewLink } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import type { DayFigures } from "@/lib/contract/home";
import { figureFilters } from "@/lib/contract/overview-filters";
import { pressable } from "./home-card";

const FiguresTable = lazy(() => import("./figures-table"));

type Days = readonly DayFigures[] | undefined;

interface FigureProps {
  name: "users" | "signIns" | "failures" | "files";
  /** Daily counts, for the line. */
  kind: Exclude<keyof DayFigures, "day">;
  days: Days;
  /** The sum of the days if omitted. */
  total?: number;
  /** The records that are counted. */
  to: string;
  tone: string;
}

const minute = 60_000;

/** Numbers of users and files, and of sign-ins of the last days, each with a line and a link to the counted records (HO-05). */
export default function Figures() {
  const t = useTranslations("home.figures");
  const [isTable, setTable] = useState(false);
  const tableId = useId();
  const { data: days, isError } = useQuery({
    ...queryOf(contract.home.figures, {}),
    refetchInterval: minute,
    meta: { silent: true },
  });
  const { data: { totals } = {} } = useQuery(queryOf(contract.home.overview, {}));
  const logOf = (filters: string) =>
    `/audit?filters=${encodeURIComponent(days?.[0] ? `changedOn:from:${days[0].day};${filters}` : filters)}`;
  if (isError && !days) return null;
  return (
    <section aria-label={t("title")} className="flex flex-col gap-2">
      <header className="flex min-h-7 items-center gap-3">
        <h2 className="min-w-0 flex-1 text-muted text-sm">{t("hint")}</h2>
        {days && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isTable}
            aria-controls={tableId}
            onClick={() => setTable(!isTable)}
          >
            {t(isTable ? "hideTable" : "showTable")}
          </Button>
        )}
      </header>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border lg:flex">
        {totals?.users !== undefined && (
          <Figure
            name="users"
            kind="newUsers"
            days={days}
            total={totals.users}
            to="/users"
            tone="text-primary"
          />
        )}
        <Figure
          name="signIns"
          kind="signIns"
          days={days}
          to={logOf(figureFilters.signIns)}
          tone="text-success"
        />
        <Figure
          name="failures"
          kind="failures"
          days={days}
          to={logOf(figureFilters.failures)}
          tone="text-danger"
        />
        {totals?.files !== undefined && (
          <Figure
            name="files"
            kind="newFiles"
            days={days}
            total={totals.files}
            to="/attachments"
            tone="text-accent"
          />
        )}
      </dl>
      <div id={tableId} className="empty:hidden">
        <Suspense fallback={null}>{isTable && days && <FiguresTable days={days} />}</Suspense>
      </div>
    </section>
  );
}

function Figure({ name, kind, days, total, to, tone }: FigureProps) {
  const t = useTranslations("home.figures");
  const format = useFormat();
  const values = days?.map((day) => day[kind] ?? 0);
  const recent = values?.reduce((sum, value) => sum + value, 0);
  const shown = total ?? recent;
  const count = total === undefined ? values?.at(-1) : recent;
  return (
    <div
      className={cn(
        "relative flex min-w-0 flex-1 flex-col gap-1 bg-surface px-4 py-4 hover:bg-background sm:px-5",
        "last:nth-[odd]:col-span-2",
      )}
    >
      <dt className="hyphens-auto break-words text-muted text-sm">{t(name)}</dt>
      <dd className="mt-auto flex h-12 min-w-0 items-end gap-4">
        <span className="shrink-0">
          {shown === undefined ? (
            <Skeleton className="h-9 w-14" />
          ) : (
            <ViewLink
              to={to}
              className={cn(
                "block font-semibold text-[28px] leading-9 tracking-tight tabular-nums",
                pressable.link,
              )}
            >
              {format.number(shown)}
            </ViewLink>
          )}
        </span>
        {values ? (
          <Sparkline values={values} className={recent === 0 ? "text-muted" : tone} />
        ) : (
          <Skeleton className="h-10 flex-1" />
        )}
      </dd>
      <dd className="text-muted text-xs tabular-nums">
        {count === undefined ? "\u00a0" : t(total === undefined ? "today" : "added", { count })}
      </dd>
    </div>
  );
}

const width = 120;
const height = 32;

/** Decorative: the table has the same data. */
function Sparkline({ values, className }: { values: readonly number[]; className: string }) {
  const most = Math.max(1, ...values);
  const points = values
    .map(
      (value, index) =>
        `${(index / Math.max(1, values.length - 1)) * width},${height - 1 - (value / most) * (height - 3)}`,
    )
    .join(" ");
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={cn("h-10 min-w-0 flex-1", className)}
    >
      <polygon points={`0,${height} ${points} ${width},${height}`} fill="currentColor" opacity="0.1" />
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
