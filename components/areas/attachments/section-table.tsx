"use client";
import type { ResourceColumn } from "@/components/resource/list/columns";
import type { ListEndpoint, RowOf } from "@/components/resource/list/list-call";
import { useLocalListState } from "@/components/resource/list/list-state";
import { ResourceTable } from "@/components/resource/table/resource-table";

interface SectionTableProps<E extends ListEndpoint> {
  title: string;
  endpoint: E;
  attachmentId: string;
  columns: readonly ResourceColumn<RowOf<E>>[];
  idOf: (row: RowOf<E>) => string;
  nameOf: (row: RowOf<E>) => string;
  linkOf?: (row: RowOf<E>) => string;
  none: string;
}

/** Table in a section of an attachment's view. */
export function SectionTable<E extends ListEndpoint>({
  title,
  endpoint,
  attachmentId,
  none,
  ...table
}: SectionTableProps<E>) {
  const control = useLocalListState(endpoint);
  return (
    // The table is already a region of that name.
    <div className="rounded-lg border bg-surface">
      <h2 className="flex min-h-12 items-center border-b px-4 py-2 font-semibold text-base">{title}</h2>
      {/* The table brings its own box, and its content starts below the title. */}
      <div className="overflow-hidden rounded-b-lg [&_.table-box]:rounded-none [&_.table-box]:border-0 [&_:is(th,td):first-child]:pl-4">
        <ResourceTable
          {...table}
          endpoint={endpoint}
          params={{ attachmentId }}
          label={title}
          control={control}
          withoutRefresh
          withoutSearch
          withoutLayout
          empty={{ title: none }}
        />
      </div>
    </div>
  );
}
