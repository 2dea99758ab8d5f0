"use client";
import type { useTable } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import type { features } from "./columns";
import type { SelectionMode } from "./use-grid-actions";

interface SelectPageProps {
  table: Pick<
    ReturnType<typeof useTable<typeof features, object>>,
    "getIsAllPageRowsSelected" | "getIsSomePageRowsSelected" | "toggleAllPageRowsSelected"
  >;
  mode: Exclude<SelectionMode, "none">;
  hasRows: boolean;
}

/** The head of the selection column: a box that stands for all rows of the page (TL-02). */
export function SelectPage({ table, mode, hasRows }: SelectPageProps) {
  const t = useTranslations("resource.table");
  if (mode === "radio") return <span className="sr-only">{t("selection")}</span>;
  return (
    <span className="flex">
      <Checkbox
        aria-label={t("selectPage")}
        checked={hasRows && table.getIsAllPageRowsSelected()}
        indeterminate={table.getIsSomePageRowsSelected()}
        onChange={(event) => table.toggleAllPageRowsSelected(event.target.checked)}
      />
    </span>
  );
}
