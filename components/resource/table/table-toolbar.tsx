"use client";
import { ListFilter } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, Suspense, useRef, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Button } from "@/components/ui/button";
import { useSingleKey } from "@/components/ui/single-keys";
import type { FilterControl } from "../filters/filter-control";
import { FilterPopover } from "../filters/filter-popover";
import { FilterChips } from "../filters/lazy-chips";
import type { ListControl } from "../list/list-state";
import { narrowButton } from "../list/narrow-button";
import { RefreshButton } from "./refresh-button";
import { SearchBox } from "./search-box";

// Addresses are rarely invalid.
const AddressNotice = lazyPart(() => import("./address-notice"));

interface TableToolbarProps {
  /** Heading of a view that is only a table, with its actions. */
  heading?: ReactNode;
  /** Name of the searched records, such as "Users". */
  label: string;
  control: ListControl;
  filtering: FilterControl;
  narrowing?: ReactNode;
  /** Shown where they have room, so that nothing moves once they arrive. */
  quickFilters?: ReactNode;
  withoutSearch: boolean;
  /** Moves the focus from the search to the rows; returns whether there are any. */
  onDown: () => boolean;
  /** Omitted where something else refreshes the table. */
  onRefresh?: () => void;
  layout?: ReactNode;
  actions?: ReactNode;
}

/** Tools above the table: search, filters, and invalid parts of its address. */
export function TableToolbar({
  heading,
  label,
  control,
  filtering,
  narrowing,
  quickFilters,
  withoutSearch,
  onDown,
  onRefresh,
  layout,
  actions,
}: TableToolbarProps) {
  const t = useTranslations("resource.table");
  const filters = useTranslations("resource.filters");
  const addFilter = useRef<HTMLButtonElement>(null);
  const filterKey = useSingleKey("filter", filters("add"));
  const { state, change } = control;
  const actionsAtEnd = actions && (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-1 @md:gap-2 print:hidden">
      {actions}
    </div>
  );
  return (
    <>
      {heading && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-3">
          <div className="flex min-h-8 items-center gap-1">{heading}</div>
          {actionsAtEnd}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-1 pb-3 empty:hidden @md:gap-2 print:hidden">
        {!withoutSearch && (
          <SearchBox
            label={t("searchIn", { collection: label })}
            phrase={state.phrase}
            onPhrase={(phrase) => change({ phrase, page: 1 }, { replace: true })}
            onDown={onDown}
          />
        )}
        {filtering.targets.length > 0 && (
          <FilterPopover control={filtering}>
            <Button ref={addFilter} icon={<ListFilter />} className={narrowButton.button} {...filterKey}>
              <span data-label className={narrowButton.label}>
                {filters("add")}
              </span>
            </Button>
          </FilterPopover>
        )}
        {narrowing}
        {onRefresh && <RefreshButton onRefresh={onRefresh} />}
        {layout}
        {quickFilters && (
          <div className="low:hidden h-8 min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] @max-[1000px]:order-last @max-[1000px]:basis-full @max-md:hidden">
            {quickFilters}
          </div>
        )}
        {!heading && actionsAtEnd}
      </div>
      <div className="print:hidden">
        <Suspense>
          {control.leftOut && <AddressNotice leftOut={control.leftOut} onClose={control.forgetLeftOut} />}
        </Suspense>
        {filtering.filters.length > 0 && <Chips control={filtering} fallback={addFilter} />}
      </div>
    </>
  );
}

/** No Suspense boundary unless needed: React streams its content later, which would shift the layout. */
function Chips(props: ComponentProps<typeof FilterChips>) {
  const [isReady] = useState(FilterChips.isReady);
  const chips = <FilterChips {...props} />;
  return isReady ? chips : <Suspense>{chips}</Suspense>;
}
