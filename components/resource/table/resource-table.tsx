"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ProgressLine } from "@/components/ui/progress-line";
import { isSortable } from "../list/columns";
import type { ListEndpoint } from "../list/list-call";
import type { SelectionControl } from "../list/selection";
import { BulkBar } from "./bulk-bar";
import { densities, hasOtherLook } from "./layout/layout";
import { LayoutButton } from "./layout/layout-button";
import { LiveChange } from "./live-change";
import type { SelectResultsProps } from "./select-results";
import { TableFooter } from "./table-footer";
import { TableGrid } from "./table-grid";
import { TableEmpty, TableFailed } from "./table-states";
import { TableStatus } from "./table-status";
import { TableToolbar } from "./table-toolbar";
import { type ResourceTableProps, useTableModel } from "./use-table-model";
import { ViewsButton } from "./views/views-button";

// A lazy component cannot be generic.
const LookSwitch = lazyPart(() => import("./look-switch"));
const SelectResults = lazyPart<SelectResultsProps<object>>(() => import("./select-results"));

/**
 * Renders a contract list as a grid: search, filters, sorting, paging, selection, the user's columns and density (TL-01, TL-02,
 * TL-04, TL-07). Fills the given height and scrolls below a sticky head.
 */
export function ResourceTable<E extends ListEndpoint>(props: ResourceTableProps<E>) {
  const { endpoint, params, filter, label, control, idOf, selection, bulkActions, actions } = props;
  const { withoutRefresh = false, withoutSearch = false, withoutLayout = false } = props;
  const model = useTableModel(props);
  const { query, rows, totalCount, columns, layout, timeline, section, grid, panel } = model;
  const shown = panel?.shown;
  const { focus, mode, box, filtering } = grid;

  const bulk = selection !== undefined && mode === "checkbox" && selection.selected.size > 0;
  const isPart =
    bulk &&
    !query.isPlaceholderData &&
    rows.length < totalCount &&
    rows.every((row) => selection.selected.has(idOf(row)));
  useFocusAfterBulk(bulk, section, focus);
  const bulkBar = bulk && bulkActions && (
    // Appears with all its controls: one that loads later would come between the rows and the focus.
    <Suspense>
      <BulkBar count={selection.selected.size} onClear={() => selection.setSelected(new Map())}>
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
        {bulkActions}
      </BulkBar>
    </Suspense>
  );

  return (
    <section
      ref={section}
      aria-label={label}
      tabIndex={-1}
      {...model.kept}
      className={cn("@container flex min-h-0 flex-col print:block", shown && "flex-1", props.className)}
    >
      <TableToolbar
        heading={props.heading}
        label={label}
        control={control}
        filtering={filtering}
        narrowing={props.narrowing}
        quickFilters={props.quickFilters}
        withoutSearch={withoutSearch}
        onDown={focus.enter}
        onRefresh={withoutRefresh ? undefined : () => query.refetch()}
        layout={
          !withoutLayout && (
            <>
              <Suspense>
                {(props.gallery || props.timeline) && (
                  <LookSwitch
                    layout={layout}
                    list={control}
                    timelineBy={props.timeline?.sortBy}
                    isTimeline={timeline !== undefined}
                  />
                )}
              </Suspense>
              {!timeline && (
                <LayoutButton control={layout} columns={model.all} attributes={model.attributes} box={box} />
              )}
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
      <TableStatus
        isCurrent={query.isSuccess && !query.isFetching}
        shown={model.shown}
        totalCount={totalCount}
        isMore={query.data?.isMore}
        selectedCount={selection?.selected.size ?? 0}
      />
      <div ref={panel?.frame} className={shown ? "relative flex min-h-0 flex-1 gap-[25px]" : "contents"}>
        <div className={shown ? "@container flex min-h-0 min-w-0 flex-1 flex-col" : "contents"}>
          <div
            data-density={layout.density === "standard" ? undefined : layout.density}
            className="table-box relative flex min-h-0 flex-col overflow-hidden rounded-lg border bg-surface print:overflow-visible"
          >
            <TableContent given={props} model={model} bulkBar={bulkBar} />
            <LiveChange
              of={params || withoutLayout ? undefined : endpoint.path.slice(1)}
              askedAt={query.dataUpdatedAt}
              onShow={() => query.refetch()}
            />
          </div>
        </div>
        <Suspense>{shown && <shown.Panel {...shown} />}</Suspense>
      </div>
    </section>
  );
}

/** Moves the focus to the table when the bulk bar is removed after its action. */
function useFocusAfterBulk(
  bulk: boolean,
  section: RefObject<HTMLElement | null>,
  focus: { restore(): boolean },
) {
  const hadBulk = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === section.current;
    if (hadBulk.current && !bulk && isLost && !focus.restore()) section.current?.focus();
    hadBulk.current = bulk;
  }, [bulk, section, focus]);
}

interface TableContentProps<E extends ListEndpoint> {
  given: ResourceTableProps<E>;
  model: ReturnType<typeof useTableModel<E>>;
  bulkBar: ReactNode;
}

/** The grid, or a message if it is empty or failed. Actions on selected rows are the next tab stop after them. */
function TableContent<E extends ListEndpoint>({ given, model, bulkBar }: TableContentProps<E>) {
  const { query, totalCount, shown, columns, layout, timeline, grid } = model;
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
      {failed || (query.isSuccess && model.isEmpty) ? (
        // On low screens the message scrolls, so that its button can be reached.
        <div className="min-h-0 overflow-auto">
          {failed ? (
            <TableFailed error={query.error} control={control} onRetry={retry} />
          ) : (
            <TableEmpty
              texts={given.empty}
              phrase={state.phrase}
              isFiltered={state.filters.length > 0}
              onClearSearch={() => change({ phrase: "", filters: [], page: 1 }, { replace: true })}
            />
          )}
        </div>
      ) : (
        <TableGrid
          {...given}
          {...grid}
          totalCount={totalCount}
          shown={shown}
          columns={(timeline?.columns ?? columns).map((column) => ({
            ...column,
            sortable: isSortable(given.endpoint, column),
          }))}
          busy={query.isFetching}
          waiting={waiting}
          selected={given.selection?.selected}
          besideId={model.panel?.shown ? model.panel.shown.id : undefined}
          gallery={hasOtherLook(layout.layout) ? given.gallery : undefined}
          headingOf={timeline?.headingOf}
          rowHeight={densities[layout.density]}
          arrangement={given.withoutLayout || timeline ? undefined : { control: layout, columns: model.all }}
          isChosen={layout.layout.shown.length > 0 && !given.withoutLayout}
        />
      )}
      {bulkBar}
      {!failed && totalCount > 0 && (
        <TableFooter control={control} shown={shown} totalCount={totalCount} isMore={query.data?.isMore} />
      )}
    </>
  );
}
