"use client";
import { lazy, type ReactNode, Suspense } from "react";
import { pageSizes } from "./list-call";
import { rowProps, type TableBodyProps } from "./row-props";
import { TableRow } from "./table-row";
import type { RowsAtHand } from "./use-quick-return";

const VirtualBody = lazy(() => import("./virtual-body"));

/** More rows than a page has are rendered only where one looks; few are rendered at once, and need less code. */
const maxRendered = Math.max(...pageSizes);

interface SwitchedBodyProps<Data extends object> extends TableBodyProps<Data> {
  /** The only ones to be rendered for now. */
  atHand: RowsAtHand | undefined;
  /** Stands in their place until many rows can be shown. */
  fallback: ReactNode;
}

export function TableBody<Data extends object>({ atHand, fallback, ...body }: SwitchedBodyProps<Data>) {
  if (body.rows.length > maxRendered)
    return (
      <Suspense fallback={fallback}>
        {/* A lazy component cannot be generic; it hands rows only to the functions that came with them. */}
        <VirtualBody {...(body as unknown as TableBodyProps<object>)} />
      </Suspense>
    );
  const from = atHand?.from ?? 0;
  return (
    <tbody>
      {body.rows.slice(from, atHand?.to).map((row, index) => (
        <TableRow key={row.id} {...rowProps(body, row, from + index)} />
      ))}
    </tbody>
  );
}
