"use client";
import { type ColumnDef, useTable } from "@tanstack/react-table";
import { ListFilter } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { ProgressLine } from "@/components/ui/progress-line";
import { FilterChips } from "../filters/filter-chips";
import { filterControl } from "../filters/filter-control";
import { FilterPopover } from "../filters/filter-popover";
import { BulkBar } from "./bulk-bar";
import { features, isSortable, type ResourceColumn } from "./columns";
import type { ListEndpoint, ListScope, RowOf } from "./list-call";
import { useListQuery } from "./list-query";
import type { ListControl } from "./list-state";
import { RefreshButton } from "./refresh-button";
import { SearchBox } from "./search-box";
import { applySelection, type SelectionControl, selectionState } from "./selection";
import { TableFooter } from "./table-footer";
import { TableHead } from "./table-head";
import { type SelectionMode, TableRow } from "./table-row";
import { TableSkeleton } from "./table-skeleton";
import { type EmptyTexts, TableEmpty, TableFailed } from "./table-states";

interface ResourceTableProps<E extends ListEndpoint> extends ListScope {
  endpoint: E;
  /** The accessible name of the table, such as "Users". */
  label: string;
  columns: readonly ResourceColumn<RowOf<E>>[];
  control: ListControl;
  idOf: (row: RowOf<E>) => string;
  /** What a row is called in labels and questions. */
  nameOf: (row: RowOf<E>) => string;
  /** Where a row leads; the first column becomes its link. */
  linkOf?: (row: RowOf<E>) => string;
  selection?: { mode: Exclude<SelectionMode, "none"> } & SelectionControl<RowOf<E>>;
  /** What can be done with the selected rows. */
  bulkActions?: ReactNode;
  /** At the right of the search, such as "New user". */
  actions?: ReactNode;
  empty: EmptyTexts;
  /** Where the view around the table, or its being opened anew, refreshes it. */
  withoutRefresh?: boolean;
  /** Where the view around the table has its own box for the phrase. */
  withoutSearch?: boolean;
  className?: string;
}

/**
 * A page of a contract list with search, sorting, paging and selection (TL-01, TL-02). It fills the height
 * it is given and scrolls inside, under a head that stays.
 */
export function ResourceTable<E extends ListEndpoint>({
  endpoint,
  params,
  filter,
  label,
  columns,
  control,
  idOf,
  nameOf,
  linkOf,
  selection,
  bulkActions,
  actions,
  empty,
  withoutRefresh = false,
  withoutSearch = false,
  className,
}: ResourceTableProps<E>) {
  const t = useTranslations("resource.table");
  const filterText = useTranslations("resource.filters");
  const common = useTranslations("common");
  const group = useId();
  const { query, rows, totalCount } = useListQuery(endpoint, control, { params, filter });
  const { state, change } = control;
  const mode = selection?.mode ?? "none";

  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, header, cell, align, from, width }): ColumnDef<typeof features, RowOf<E>> => ({
          id,
          header,
          cell: ({ row }) => cell(row.original),
          meta: { align, from, width, sortable: isSortable(endpoint, id) },
        }),
      ),
    [columns, endpoint],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows as RowOf<E>[],
    getRowId: idOf,
    enableRowSelection: mode !== "none",
    enableMultiRowSelection: mode === "checkbox",
    state: { rowSelection: selectionState(selection?.selected ?? new Map()) },
    onRowSelectionChange: (updater) =>
      selection?.setSelected(applySelection(selection.selected, updater, rows, idOf)),
  });

  const waiting = query.isPending;
  const failed = query.isError && query.data === undefined;
  const none = query.isSuccess && totalCount === 0;
  const head = columns.map((column) => ({ ...column, sortable: isSortable(endpoint, column.id) }));
  const section = useRef<HTMLElement>(null);
  const bulk = selection !== undefined && mode === "checkbox" && selection.selected.size > 0;
  const hadBulk = useRef(false);
  // The bar takes the focus with it when what it was asked to do is done.
  useEffect(() => {
    if (hadBulk.current && !bulk && document.activeElement === document.body) section.current?.focus();
    hadBulk.current = bulk;
  }, [bulk]);
  const filtering = filterControl(endpoint, columns, control);
  const addFilter = useRef<HTMLButtonElement>(null);
  const clearSearch = () => change({ phrase: "", filters: [], page: 1 }, { replace: true });

  return (
    <section
      ref={section}
      aria-label={label}
      tabIndex={-1}
      className={cn("@container flex min-h-0 flex-col", className)}
    >
      <div className="flex flex-wrap items-center gap-2 pb-3">
        {!withoutSearch && (
          <SearchBox
            label={t("searchIn", { collection: label })}
            phrase={state.phrase}
            onPhrase={(phrase) => change({ phrase, page: 1 }, { replace: true })}
          />
        )}
        {filtering.targets.length > 0 && (
          <FilterPopover control={filtering}>
            <Button ref={addFilter} icon={<ListFilter />}>
              {filterText("add")}
            </Button>
          </FilterPopover>
        )}
        {!withoutRefresh && <RefreshButton onRefresh={() => query.refetch()} />}
        {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <FilterChips control={filtering} fallback={addFilter} />
      <p role="status" className="sr-only">
        {query.isSuccess && !query.isFetching ? t("results", { count: totalCount }) : ""}
      </p>
      <div className="relative flex min-h-0 flex-col overflow-hidden rounded-lg border bg-surface">
        <ProgressLine active={query.isFetching && !waiting} label={common("loading")} />
        {query.isError && !failed && (
          <Alert
            tone="danger"
            className="m-2"
            title={t("loadFailed")}
            action={
              <Button size="sm" onClick={() => query.refetch()}>
                {common("retry")}
              </Button>
            }
          />
        )}
        {failed ? (
          <TableFailed error={query.error} onRetry={() => query.refetch()} />
        ) : none ? (
          <TableEmpty
            texts={empty}
            phrase={state.phrase}
            isFiltered={state.filters.length > 0}
            onClearSearch={clearSearch}
          />
        ) : (
          <div className="min-h-0 overflow-auto overscroll-x-contain">
            <table aria-label={label} aria-busy={query.isFetching} className="w-full table-fixed text-sm">
              <TableHead
                columns={head}
                control={control}
                filtering={filtering}
                selectionHead={
                  mode === "none" ? undefined : mode === "checkbox" ? (
                    <span className="flex">
                      <Checkbox
                        aria-label={t("selectPage")}
                        checked={rows.length > 0 && table.getIsAllPageRowsSelected()}
                        indeterminate={table.getIsSomePageRowsSelected()}
                        onChange={(event) => table.toggleAllPageRowsSelected(event.target.checked)}
                      />
                    </span>
                  ) : (
                    <span className="sr-only">{t("selection")}</span>
                  )
                }
              />
              {waiting ? (
                <TableSkeleton
                  columns={head}
                  selectable={mode !== "none"}
                  rows={Math.min(state.pageLimit, 25)}
                />
              ) : (
                <tbody>
                  {table.getRowModel().rows.map((row) => (
                    <TableRow
                      key={row.id}
                      row={row}
                      name={nameOf(row.original)}
                      link={linkOf?.(row.original)}
                      selection={mode}
                      group={group}
                    />
                  ))}
                </tbody>
              )}
            </table>
          </div>
        )}
        {!failed && totalCount > 0 && <TableFooter control={control} totalCount={totalCount} />}
      </div>
      {bulk && bulkActions && (
        <BulkBar count={selection.selected.size} onClear={() => selection.setSelected(new Map())}>
          {bulkActions}
        </BulkBar>
      )}
    </section>
  );
}
