"use client";
import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import type { Gallery } from "../list/columns";
import { pageSizes } from "../list/list-call";
import { maxLeading, rowProps, type TableBodyProps } from "./row-props";
import { TableRow } from "./table-row";
import type { RowRange } from "./use-quick-return";

const GalleryBody = lazy(() => import("./gallery-body"));
const TimelineBody = lazy(() => import("./timeline-body"));
const VirtualBody = lazy(() => import("./virtual-body"));

/** Longer lists are virtualised; shorter ones are rendered completely, which needs less code. */
const maxRendered = Math.max(...pageSizes) + maxLeading;

interface SwitchedBodyProps<Data extends object> extends TableBodyProps<Data> {
  /** Limits rendering to these rows for now. */
  renderedRange: RowRange | undefined;
  /** Tiles instead of rows. */
  gallery: Gallery<Data> | undefined;
  /** See `Timeline`. */
  headingOf: ((row: Data) => string) | undefined;
  /** Shown until the code for long lists is loaded. */
  fallback: ReactNode;
}

export function TableBody<Data extends object>({
  renderedRange,
  fallback,
  gallery,
  headingOf,
  ...body
}: SwitchedBodyProps<Data>) {
  if (gallery)
    return (
      <Suspense fallback={fallback}>
        <GalleryBody {...({ ...body, gallery } as unknown as ComponentProps<typeof GalleryBody>)} />
      </Suspense>
    );
  if (headingOf)
    return (
      <Suspense fallback={fallback}>
        <TimelineBody {...({ ...body, headingOf } as unknown as ComponentProps<typeof TimelineBody>)} />
      </Suspense>
    );
  if (body.rows.length > maxRendered)
    return (
      <Suspense fallback={fallback}>
        {/* A lazy component cannot be generic; it passes rows only to the functions it received with them. */}
        <VirtualBody {...(body as unknown as TableBodyProps<object>)} />
      </Suspense>
    );
  const from = renderedRange?.from ?? 0;
  return (
    <tbody>
      {body.rows.slice(from, renderedRange?.to).map((row, index) => (
        <TableRow key={row.id} {...rowProps(body, row, from + index)} />
      ))}
    </tbody>
  );
}
