"use client";
import { useTranslations } from "next-intl";
import { useFormat } from "@/lib/client/format";
import type { DayFigures } from "@/lib/contract/home";

const kinds = ["signIns", "failures", "newUsers", "newFiles"] as const;

/** The numbers behind the lines, newest day first. */
export default function FiguresTable({ days }: { days: readonly DayFigures[] }) {
  const t = useTranslations("home.figures");
  const format = useFormat();
  const shown = kinds.filter((kind) => days[0]?.[kind] !== undefined);
  return (
    <section
      aria-label={t("byDay")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-lg border bg-surface"
    >
      <table className="w-full text-sm tabular-nums">
        <thead className="sticky top-0 bg-surface text-left">
          <tr>
            <th scope="col" className="px-4 py-1.5 font-medium">
              {t("day")}
            </th>
            {shown.map((kind) => (
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
              {shown.map((kind) => (
                <td key={kind} className="px-4 py-1.5 text-right">
                  {format.number(day[kind] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
