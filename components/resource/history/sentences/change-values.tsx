"use client";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { ChangedValue, HistoryRow } from "@/lib/contract/history";
import { useValueText } from "./value-text";

/** Longer texts are cut in a sentence. */
export const maxInline = 40;

/** Marks a part of a line as cut in the middle of a sentence; its tooltip and the details have all of it. */
const side = "inline-block max-w-full truncate rounded-sm px-1 align-bottom";

/**
 * Previous and current value of an edit of one field: 'Clark → Clark-Novak'. Struck through and underlined too, since colours are not
 * visible to everyone and removed in forced colours.
 */
export function ChangeValues({ change: { values } }: { change: Pick<HistoryRow, "values"> }) {
  const [value, ...others] = values ?? [];
  return value && others.length === 0 && <Sides {...value} />;
}

function Sides({ name, previous, current }: ChangedValue) {
  const t = useTranslations("history");
  const textOf = useValueText();
  const [before, after] = [textOf(name, previous), textOf(name, current)];
  return (
    <>
      {" "}
      {before && (
        <del className={cn(side, "bg-danger-subtle text-danger")}>
          <span className="sr-only">{t("previous")}: </span>
          {before}
        </del>
      )}
      {before && after && <span aria-hidden="true"> → </span>}
      {after && (
        <ins className={cn(side, "bg-success-subtle text-success no-underline forced-colors:underline")}>
          <span className="sr-only">{t("current")}: </span>
          {after}
        </ins>
      )}
    </>
  );
}
