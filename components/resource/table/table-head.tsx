"use client";
import { ArrowDown, ArrowUp, ListFilter } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentType, type ReactNode, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { FilterControl } from "../filters/filter-control";
import { FilterPopover } from "../filters/filter-popover";
import { type ArrangedColumn, columnStyle, fieldsOf, shownFrom } from "../list/columns";
import type { ListControl } from "../list/list-state";
import type { HeadArrangerProps } from "./layout/head-arranger";
import type { LayoutTarget } from "./layout/use-layout";

type HeadColumn = ArrangedColumn<never> & { sortable: boolean };

interface TableHeadProps {
  columns: readonly HeadColumn[];
  control: ListControl;
  filtering: FilterControl;
  /** Head of the optional selection column. */
  selectionHead?: ReactNode;
  /** Omitted where columns cannot be rearranged. */
  arrangement?: Pick<LayoutTarget, "control" | "columns">;
}

/** Sticky head: a click sorts by the column, another reverses; a funnel opens the filter; heads can be dragged and resized. */
export function TableHead({ columns, control, filtering, selectionHead, arrangement }: TableHeadProps) {
  const head = useRef<HTMLTableSectionElement>(null);
  const [HeadArranger, setHeadArranger] = useState<ComponentType<HeadArrangerProps>>();
  const reach = () => {
    if (!arrangement || HeadArranger) return;
    // Without it columns cannot be rearranged until the next hover.
    import("./layout/head-arranger")
      .then(({ default: loaded }) => setHeadArranger(() => loaded))
      .catch(() => {});
  };

  return (
    <thead
      ref={head}
      onPointerEnter={reach}
      onFocus={reach}
      className="sticky top-0 z-[5] bg-surface text-muted text-xs shadow-[inset_0_-1px_0_var(--border)] forced-colors:border-b"
    >
      <tr aria-rowindex={1} className="h-row">
        {selectionHead !== undefined && (
          <th scope="col" className="w-10 px-3 text-left group-data-pins/grid:pinned-cell">
            {selectionHead}
          </th>
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            control={control}
            filtering={filtering}
            isArranged={arrangement !== undefined}
          />
        ))}
      </tr>
      {HeadArranger && arrangement && <HeadArranger {...arrangement} head={head} shown={columns} />}
    </thead>
  );
}

interface HeadCellProps extends Pick<TableHeadProps, "control" | "filtering"> {
  column: HeadColumn;
  /** Can be moved and resized. */
  isArranged: boolean;
}

function HeadCell({ column, control, filtering, isArranged }: HeadCellProps) {
  const { id, header, align, from, width, sortable, pixels, pinnedAt } = column;
  const { state, change } = control;
  const t = useTranslations("resource.filters");
  const sorted = state.sortBy === id;
  const fields = fieldsOf([column]).map((field) => field.id);
  const targets = filtering.targets.filter((candidate) => fields.includes(candidate.id));
  const filteredAt = filtering.filters.findIndex(({ column }) => fields.includes(column));
  const Arrow = sorted && state.sortDir === "desc" ? ArrowDown : ArrowUp;
  const sort = () =>
    change({ sortBy: id, sortDir: sorted && state.sortDir === "asc" ? "desc" : "asc", page: 1 });
  return (
    <th
      scope="col"
      data-column={id}
      // Excludes the funnel's name.
      aria-label={header}
      aria-sort={sorted ? (state.sortDir === "asc" ? "ascending" : "descending") : undefined}
      className={cn(
        "whitespace-nowrap px-1 font-medium",
        align === "end" ? "text-right @3xl:pr-6" : "text-left",
        from && shownFrom[from],
        pinnedAt === undefined ? "relative" : "pinned-cell",
        pixels === undefined ? width : "@2xl:w-(--width)",
        "data-over:bg-selected",
      )}
      style={columnStyle(pinnedAt, pixels)}
    >
      {/* Right-aligned heads show the funnel before the name, so that the name aligns with the values. */}
      <span className={cn("group/head flex items-center", align === "end" && "flex-row-reverse")}>
        {sortable ? (
          <button
            type="button"
            onClick={sort}
            className={cn(
              "group inline-flex min-h-7 min-w-0 items-center gap-1 rounded px-2 hover:bg-hover hover:text-text",
              align === "end" && "flex-row-reverse",
              sorted && "text-text",
            )}
          >
            <span className="cell-text text-left">{header}</span>
            <Arrow
              aria-hidden="true"
              className={cn(
                "size-3.5 shrink-0",
                !sorted && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
              )}
            />
          </button>
        ) : (
          <span className="cell-text px-2">{header}</span>
        )}
        {targets.length > 0 && (
          <FilterPopover
            control={filtering}
            column={{ header, targets }}
            at={filteredAt < 0 ? undefined : filteredAt}
          >
            <IconButton
              size="sm"
              label={t("editorOf", { column: header })}
              className={cn(
                "size-6 shrink-0 px-0",
                filteredAt >= 0
                  ? "text-primary"
                  : // Overlaps the end of the name on hover. In narrow columns, filters are added above the table only.
                    "absolute inset-y-0 my-auto bg-surface opacity-0 [display:var(--cell-mark-display,inline-flex)]! focus-visible:opacity-100 group-hover/head:opacity-100 data-[state=open]:opacity-100",
                filteredAt < 0 && (align === "end" ? "left-1" : "right-2"),
              )}
            >
              <ListFilter className="size-3.5" />
            </IconButton>
          </FilterPopover>
        )}
      </span>
      {isArranged && <span className="column-edge" />}
    </th>
  );
}
