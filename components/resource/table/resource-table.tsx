"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from "react";
import { lazyPart } from "@/components/shell/lazy-part";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ProgressLine } from "@/components/ui/progress-line";
import { useKeptFocus } from "@/components/ui/use-kept-focus";
import { filterControl } from "../filters/filter-control";
import { LiveChange } from "../record/live-change";
import { useAttributes } from "./attributes";
import { BulkBar } from "./bulk-bar";
import { isSortable, type ResourceColumn } from "./columns";
import { arrange, defaultLayout, densities } from "./layout/layout";
import { LayoutButton } from "./layout/layout-button";
import { useLayout } from "./layout/use-layout";
import type { ListEndpoint, ListScope, RowOf } from "./list-call";
import { useListQuery } from "./list-query";
import type { ListControl } from "./list-state";
import type { SelectResultsProps } from "./select-results";
import type { SelectionControl } from "./selection";
import { TableFooter } from "./table-footer";
import { TableGrid } from "./table-grid";
import { type EmptyTexts, TableEmpty, TableFailed } from "./table-states";
import { TableToolbar } from "./table-toolbar";
import { type SelectionMode, useGridActions } from "./use-grid-actions";
import { useGridFocus } from "./use-grid-focus";
import { useRowTable } from "./use-row-table";
import { ViewsButton } from "./views/views-button";

// A lazy component cannot be generic.
const SelectResults = lazyPart<SelectResultsProps<object>>(() => import("./select-results"));

/** What a table shows at the moment. */
export interface ShownList {
  columns: readonly { id: string; header: string }[];
  /** How many rows there are on all pages; undefined until that is known. */
  totalCount: number | undefined;
}

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
  /** The head of the view, where the table is all of it. */
  heading?: ReactNode;
  /** At the right of the heading, or of the search where there is none, such as "New user". */
  actions?: ReactNode | ((shown: ShownList) => ReactNode);
  empty: EmptyTexts;
  /** What else narrows the list down, beside its filters. */
  narrowing?: ReactNode;
  /** Where the view around the table, or its being opened anew, refreshes it. */
  withoutRefresh?: boolean;
  /** Where the view around the table has its own box for the phrase. */
  withoutSearch?: boolean;
  /** Where a choice of columns would be out of place, as in dialogs. */
  withoutLayout?: boolean;
  className?: string;
}

/**
 * A contract list as a grid: search, filters, sorting, paging, selection, the user's own columns and density
 * (TL-01, TL-02, TL-04, TL-07). It fills the height it is given and scrolls inside, under a head that stays.
 */
export function ResourceTable<E extends ListEndpoint>(props: ResourceTableProps<E>) {
  const { endpoint, params, filter, label, control, idOf, selection, bulkActions, actions } = props;
  const { withoutRefresh = false, withoutSearch = false, withoutLayout = false } = props;
  const t = useTranslations("resource.table");
  const model = useTableModel(props);
  const { query, rows, totalCount, columns, layout, section, grid } = model;
  const { focus, mode, box, filtering } = grid;

  const bulk = selection !== undefined && mode === "checkbox" && selection.selected.size > 0;
  const isPart =
    bulk &&
    !query.isPlaceholderData &&
    rows.length < totalCount &&
    rows.every((row) => selection.selected.has(idOf(row)));
  const hadBulk = useRef(false);
  // The bar takes the focus with it when what it was asked to do is done.
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === section.current;
    if (hadBulk.current && !bulk && isLost && !focus.restore()) section.current?.focus();
    hadBulk.current = bulk;
  }, [bulk, section, focus]);

  return (
    <section
      ref={section}
      aria-label={label}
      tabIndex={-1}
      {...model.kept}
      className={cn("@container flex min-h-0 flex-col print:block", props.className)}
    >
      <TableToolbar
        heading={props.heading}
        label={label}
        control={control}
        filtering={filtering}
        narrowing={props.narrowing}
        withoutSearch={withoutSearch}
        onDown={focus.enter}
        onRefresh={withoutRefresh ? undefined : () => query.refetch()}
        layout={
          !withoutLayout && (
            <>
              <LayoutButton control={layout} columns={model.all} attributes={model.attributes} box={box} />
              <ViewsButton
                endpoint={endpoint}
                control={control}
                layout={layout}
                columns={props.columns}
                attributes={model.attributes}
              />
            </>
          )
        }
        actions={
          typeof actions === "function"
            ? actions({ columns, totalCount: query.isSuccess ? totalCount : undefined })
            : actions
        }
      />
      <Suspense>{model.attributes.loader(query.isError)}</Suspense>
      <p role="status" className="sr-only">
        {query.isSuccess && !query.isFetching
          ? t(query.data.isMore ? "moreResults" : "results", { count: totalCount })
          : ""}
      </p>
      <div
        data-density={layout.density === "standard" ? undefined : layout.density}
        className="table-box relative flex min-h-0 flex-col overflow-hidden rounded-lg border bg-surface print:overflow-visible"
      >
        <TableContent given={props} model={model} />
        <LiveChange
          of={params || withoutLayout ? undefined : endpoint.path.slice(1)}
          askedAt={query.dataUpdatedAt}
          onShow={() => query.refetch()}
        />
      </div>
      {bulk && bulkActions && (
        <BulkBar count={selection.selected.size} onClear={() => selection.setSelected(new Map())}>
          <Suspense>
            <SelectResults
              isOffered={isPart}
              endpoint={endpoint}
              params={params}
              filter={filter}
              state={control.state}
              totalCount={totalCount}
              idOf={idOf as (row: object) => string}
              selection={selection as unknown as SelectionControl<object>}
            />
          </Suspense>
          {bulkActions}
        </BulkBar>
      )}
    </section>
  );
}

/** The rows of a table with their columns, selection and focus, before anything of it is drawn. */
function useTableModel<E extends ListEndpoint>(props: ResourceTableProps<E>) {
  const { endpoint, control, selection, withoutLayout } = props;
  const mode: SelectionMode = selection?.mode ?? "none";
  const layout = useLayout(endpoint);
  const attributes = useAttributes(endpoint, control, layout, withoutLayout);
  const { shown: shownAttributes } = attributes;
  const list = useListQuery(endpoint, control, {
    params: props.params,
    filter: { ...props.filter, ...attributes.filter },
  });
  const { rows } = list;
  const all = useMemo(() => [...props.columns, ...shownAttributes], [props.columns, shownAttributes]);
  const columns = useMemo(
    () => arrange(all, withoutLayout ? defaultLayout : layout.layout),
    [all, layout.layout, withoutLayout],
  );
  const table = useRowTable({ ...props, columns, rows, mode });
  const section = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(rows.length, section);
  const kept = useKeptFocus(section);
  const actions = useGridActions({ ...props, rows, mode }, focus);
  const filtering = {
    ...filterControl(endpoint, [...props.columns, ...(attributes.loaded ?? [])], control),
    loadMore: attributes.load,
  };
  return {
    ...list,
    layout,
    attributes,
    all,
    columns,
    section,
    kept,
    grid: { ...table, mode, focus, actions, filtering, box },
  };
}

interface TableContentProps<E extends ListEndpoint> {
  given: ResourceTableProps<E>;
  model: ReturnType<typeof useTableModel<E>>;
}

/** The grid, or what stands in its place: no rows, or why there are none. */
function TableContent<E extends ListEndpoint>({ given, model }: TableContentProps<E>) {
  const { query, totalCount, shown, columns, layout, grid } = model;
  const t = useTranslations("resource.table");
  const common = useTranslations("common");
  const { control } = given;
  const { state, change } = control;
  const waiting = query.isPending;
  const failed = query.isError && query.data === undefined;
  const retry = () => query.refetch();

  return (
    <>
      <ProgressLine active={query.isFetching && !waiting} label={common("loading")} />
      {query.isError && !failed && (
        <Alert
          tone="danger"
          className="m-2"
          title={t("loadFailed")}
          action={
            <Button size="sm" onClick={retry}>
              {common("retry")}
            </Button>
          }
        />
      )}
      {failed ? (
        <TableFailed error={query.error} control={control} onRetry={retry} />
      ) : query.isSuccess && totalCount === 0 ? (
        <TableEmpty
          texts={given.empty}
          phrase={state.phrase}
          isFiltered={state.filters.length > 0}
          onClearSearch={() => change({ phrase: "", filters: [], page: 1 }, { replace: true })}
        />
      ) : (
        <TableGrid
          {...given}
          {...grid}
          totalCount={totalCount}
          shown={shown}
          columns={columns.map((column) => ({ ...column, sortable: isSortable(given.endpoint, column) }))}
          busy={query.isFetching}
          waiting={waiting}
          selected={given.selection?.selected}
          rowHeight={densities[layout.density]}
          arrangement={given.withoutLayout ? undefined : { control: layout, columns: model.all }}
          isChosen={layout.layout.shown.length > 0 && !given.withoutLayout}
        />
      )}
      {!failed && totalCount > 0 && (
        <TableFooter control={control} shown={shown} totalCount={totalCount} isMore={query.data?.isMore} />
      )}
    </>
  );
}
