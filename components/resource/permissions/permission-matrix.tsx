"use client";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchInput } from "@/components/ui/search-input";
import { fold } from "@/lib/format/fold";
import { moveOf } from "../table/grid-keys";
import { placeAfter } from "../table/grid-move";
import { placeOf, stopAt } from "../table/grid-stops";
import { useGridFocus } from "../table/use-grid-focus";
import { usePermissionLabel } from "../values/permission-labels";
import { columns, idsInColumn, idsInRow, idsUnder, type MatrixRow, matrixOf } from "./matrix";
import { type CellContext, OtherCell, PermissionCell } from "./matrix-cells";
import { ColumnHead, RowHead } from "./matrix-heads";
import type { TreeNode } from "./tree";

interface PermissionMatrixProps extends Omit<CellContext, "nodes"> {
  label: string;
  nodes: readonly TreeNode[];
  /** Restricts the rows to those with such a permission. */
  isShown?: (id: string) => boolean;
  /** Left of the search. */
  heading?: ReactNode;
  /** Right of the search. */
  actions?: ReactNode;
}

/**
 * Permissions as one table, searchable by label or technical name: a row per view and section, a column per usual action (PM-03).
 * Editable with `edit`; otherwise `noteOf` may explain cells.
 */
export function PermissionMatrix({
  label,
  nodes,
  isShown,
  heading,
  actions,
  ...cells
}: PermissionMatrixProps) {
  const t = useTranslations("permissions");
  const common = useTranslations("common");
  const [phrase, setPhrase] = useState("");
  const all = matrixOf(nodes);
  const found = useFoundRows(all, phrase);
  const rows = isShown ? found.filter((row) => idsInRow(row).some(isShown)) : found;
  const search = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(rows.length, search);
  const context: CellContext = { ...cells, nodes };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const stop = event.target instanceof Element ? stopAt(event.target) : undefined;
    const move = moveOf(event);
    const place = stop && placeOf(stop);
    const next = move && place && placeAfter(move, stop, place, rows.length);
    if (!next) return;
    event.preventDefault();
    focus.go(next);
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {heading}
        <search ref={search} tabIndex={-1} className="min-w-40 flex-1 outline-none sm:max-w-72">
          <SearchInput
            role="searchbox"
            aria-label={t("search")}
            placeholder={common("search")}
            value={phrase}
            onChange={(event) => setPhrase(event.target.value)}
            onKeyDown={(event) => {
              // Enter must not submit the surrounding form.
              if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
            }}
          />
        </search>
        {actions}
      </div>
      {rows.length > 0 && (
        // Low windows scroll the whole view instead.
        <div className="scroll-pt-8 scroll-pl-40 overflow-auto overscroll-x-contain rounded-lg border bg-surface sm:scroll-pl-60 [@media(min-height:600px)]:max-h-[calc(100dvh-200px)]">
          <table
            ref={focus.grid}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with arrow-key navigation is a grid
            role="grid"
            aria-label={label}
            aria-readonly={!cells.edit || undefined}
            className="w-full min-w-[748px] table-fixed border-separate border-spacing-0 text-sm sm:min-w-[900px]"
            onFocus={focus.onFocus}
            onBlur={focus.onBlur}
            onKeyDown={onKeyDown}
          >
            <colgroup>
              <col className="w-40 sm:w-60" />
              {columns.map((column) => (
                <col key={column} className="w-[76px] sm:w-24" />
              ))}
              <col />
            </colgroup>
            <thead>
              <tr>
                <th
                  scope="col"
                  className="sticky top-0 left-0 z-[6] h-7 border-b bg-surface px-3 text-left font-medium text-muted text-xs"
                >
                  {t("area")}
                </th>
                {[...columns, "other" as const].map((column) => (
                  <ColumnHead
                    key={column}
                    {...context}
                    label={t(`columns.${column}`)}
                    ids={idsInColumn(rows, column)}
                    className={cn(column === "other" ? "pl-2 text-left" : "text-center")}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={row.id} data-index={index} className="group/row">
                  <RowHead {...context} row={row} ids={idsUnder(row, all)} />
                  {columns.map((column) => (
                    <PermissionCell
                      key={column}
                      {...context}
                      id={row.cells[column]}
                      column={column}
                      row={row}
                    />
                  ))}
                  <OtherCell {...context} row={row} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length === 0 && phrase !== "" && (
        <EmptyState
          icon={<Search />}
          title={common("noResults")}
          action={<Button onClick={() => setPhrase("")}>{t("clearSearch")}</Button>}
        />
      )}
    </div>
  );
}

/** Rows with a permission that matches, the sections of a view that matches itself, and the views of sections. */
function useFoundRows(rows: readonly MatrixRow[], phrase: string): readonly MatrixRow[] {
  const label = usePermissionLabel();
  const wanted = fold(phrase.trim());
  if (wanted === "") return rows;
  const matches = (id: string) => fold(id).includes(wanted) || fold(label(id)).includes(wanted);
  const found = new Set(rows.filter((row) => idsInRow(row).some(matches)).map(({ id }) => id));
  const views = new Set(rows.flatMap(({ id, view }) => (view && found.has(id) ? [view] : [])));
  return rows.filter(({ id }) => found.has(id) || views.has(id));
}
