"use client";
import { useTranslations } from "next-intl";
import type { ChangedValue, HistoryRow } from "@/lib/contract/history";
import { useValueText } from "./value-text";

/** Longer texts are cut in a sentence. */
const maxInline = 60;

/** Whether a sentence shows all of a field; permissions need their labels, and are mostly many. */
export const isInline = (name: string, ...sides: readonly unknown[]) =>
  name !== "permissions" && sides.every((side) => String(side).length <= maxInline);

const cut = (text: string) => (text.length > maxInline ? `${[...text].slice(0, maxInline).join("")}…` : text);

/**
 * Previous and current value of an edit of one field: 'Clark → Clark-Novak'. Struck through and underlined too, since colours are
 * not visible to everyone and removed in forced colours.
 */
export function ChangeValues({ change: { values } }: { change: Pick<HistoryRow, "values"> }) {
  const [value, ...others] = values ?? [];
  return value && others.length === 0 && value.name !== "permissions" && <Sides {...value} />;
}

function Sides({ name, previous, current }: ChangedValue) {
  const t = useTranslations("history");
  const textOf = useValueText();
  const [before, after] = [cut(textOf(name, previous)), cut(textOf(name, current))];
  return (
    <>
      {" "}
      {before && (
        <del className="rounded-sm bg-danger-subtle box-decoration-clone px-1 text-danger">
          <span className="sr-only">{t("previous")}: </span>
          {before}
        </del>
      )}
      {before && after && <span aria-hidden="true"> → </span>}
      {after && (
        <ins className="rounded-sm bg-success-subtle box-decoration-clone px-1 text-success no-underline forced-colors:underline">
          <span className="sr-only">{t("current")}: </span>
          {after}
        </ins>
      )}
    </>
  );
}
