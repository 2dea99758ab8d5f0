"use client";
import { Plus } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Gallery, ResourceColumn } from "../list/columns";
import type { ListEndpoint, RowOf } from "../list/list-call";
import { useTabListState } from "../list/list-state";
import { useSelection } from "../list/selection";
import { BulkAction } from "../table/bulk-bar";
import { ResourceTable } from "../table/resource-table";
import type { EmptyTexts } from "../table/table-states";
import { useConfirmedCall } from "./confirmed-call";

interface AssignmentsProps<E extends ListEndpoint> {
  endpoint: E;
  params: Readonly<Record<string, string>>;
  label: string;
  columns: readonly ResourceColumn<RowOf<E>>[];
  idOf: (row: RowOf<E>) => string;
  nameOf: (row: RowOf<E>) => string;
  linkOf?: (row: RowOf<E>) => string;
  empty: EmptyTexts;
  /** Offers tiles with pictures beside the rows. */
  gallery?: Gallery<RowOf<E>>;
  /** Omitted without the permission. */
  add?: {
    label: string;
    /** Rendered while adding, once its code is loaded. */
    picker: (props: { open: true; onOpenChange: (open: boolean) => void }) => ReactNode;
  };
  remove?: {
    label: string;
    /** Why the rows, or some of the selected ones, cannot be removed. */
    lockedReason?: string | ((rows: readonly RowOf<E>[]) => string | undefined);
    /** Title of the confirmation, by number or by name. */
    title: (rows: { count: number; name: string }) => string;
    /** Consequences of the removal. */
    description: string;
    run: (rows: readonly RowOf<E>[]) => Promise<unknown>;
  };
  /** Further actions before adding. */
  actions?: ReactNode;
  /** Further actions for the selected rows. */
  bulkActions?: (rows: readonly RowOf<E>[]) => ReactNode;
  /** Areas to invalidate after adding or removing. */
  areas: readonly string[];
}

/** Table of records assigned to another one, with adding by picker and bulk removal (US-03, US-04). */
export function Assignments<E extends ListEndpoint>({
  endpoint,
  params,
  add,
  remove,
  actions,
  bulkActions,
  empty,
  areas,
  ...table
}: AssignmentsProps<E>) {
  const control = useTabListState(endpoint);
  const selection = useSelection<RowOf<E>>();
  const [picking, setPicking] = useState(false);
  const removal = useConfirmedCall<RowOf<E>>({
    question: (rows) => ({
      title: remove?.title({ count: rows.length, name: rows[0] ? table.nameOf(rows[0]) : "" }) ?? "",
      description: remove?.description ?? "",
      confirmLabel: remove?.label ?? "",
    }),
    run: (rows) => remove?.run(rows) ?? Promise.resolve(),
    nameOf: table.nameOf,
    areas,
  });
  const addButton = add && (
    <Button variant="primary" icon={<Plus />} onClick={() => setPicking(true)}>
      {add.label}
    </Button>
  );
  return (
    <div className="flex h-full min-h-72 flex-col p-4 sm:px-6">
      <ResourceTable
        {...table}
        endpoint={endpoint}
        params={params}
        sidePanel
        control={control}
        withoutRefresh
        selection={remove || bulkActions ? { mode: "checkbox", ...selection } : undefined}
        bulkActions={
          <>
            {bulkActions?.([...selection.selected.values()])}
            {remove && (
              <BulkAction
                running={removal}
                of={selection.selected.size}
                disabledReason={
                  typeof remove.lockedReason === "function"
                    ? remove.lockedReason([...selection.selected.values()])
                    : remove.lockedReason
                }
                onClick={async () => {
                  const left = await removal.askForAll([...selection.selected.values()]);
                  selection.setSelected(new Map(left.map((row) => [table.idOf(row), row])));
                }}
              >
                {remove.label}
              </BulkAction>
            )}
          </>
        }
        actions={
          <>
            {actions}
            {addButton}
          </>
        }
        empty={{ ...empty, action: addButton }}
      />
      <Suspense fallback={null}>
        {picking && add?.picker({ open: picking, onOpenChange: setPicking })}
      </Suspense>
    </div>
  );
}
