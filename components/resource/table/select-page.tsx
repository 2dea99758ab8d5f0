"use client";
import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import type { Selection } from "./selection";
import type { SelectionMode } from "./use-grid-actions";

interface SelectPageProps {
  rows: readonly { id: string }[];
  mode: Exclude<SelectionMode, "none">;
  selected: Selection<unknown> | undefined;
  onSelect: (all: boolean) => void;
}

/** The head of the selection column: a box that stands for all rows of the page (TL-02). */
export function SelectPage({ rows, mode, selected, onSelect }: SelectPageProps) {
  const t = useTranslations("resource.table");
  if (mode === "radio") return <span className="sr-only">{t("selection")}</span>;
  const count = rows.filter(({ id }) => selected?.has(id)).length;
  const isWhole = count > 0 && count === rows.length;
  return (
    <span className="flex">
      <Checkbox
        aria-label={t("selectPage")}
        checked={isWhole}
        indeterminate={count > 0 && !isWhole}
        onChange={(event) => onSelect(event.target.checked)}
      />
    </span>
  );
}
