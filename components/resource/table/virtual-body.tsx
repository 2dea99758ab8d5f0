"use client";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { rowProps, type TableBodyProps } from "./row-props";
import { TableRow } from "./table-row";

/** Rows rendered above and below the screen, for fast scrolling and arrow keys. */
const overscan = 12;

/** Renders only the rows on screen of a long list, at their natural height; spacer rows replace the others. Prints all rows. */
export default function VirtualBody<Data extends object>(body: TableBodyProps<Data>) {
  const { rows, box, focus, rowHeight } = body;
  const printing = usePrinting();
  const last = useRef<Range>(undefined);
  // The focused row stays rendered at any scroll position.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const { startIndex, endIndex } = last.current ?? range;
      const isJump = range.startIndex > endIndex || range.endIndex < startIndex;
      last.current = range;
      // Dragging the scrollbar shows new rows each frame, so overscan is useless.
      const shown = defaultRangeExtractor(isJump ? { ...range, overscan: 0 } : range);
      const held = focus.held();
      const isApart = held >= 0 && held < range.count && !shown.includes(held);
      return isApart ? [...shown, held].sort((a, b) => a - b) : shown;
    },
    [focus],
  );
  // Stable for the same rows: a new function would trigger a new layout of all rows.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan,
    rangeExtractor,
    // Size for the first render, before the box is measured.
    initialRect: { width: 0, height: 600 },
  });

  useLayoutEffect(() => {
    focus.reveal.current = (index) => virtualizer.scrollToIndex(index);
    return () => {
      focus.reveal.current = undefined;
    };
  }, [focus, virtualizer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new density resizes all rows
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  // Rows change on scroll without a render of the surrounding table.
  useLayoutEffect(focus.settle);

  if (printing)
    return (
      <tbody>
        {rows.map((row, index) => (
          <TableRow key={row.id} {...rowProps(body, row, index)} />
        ))}
      </tbody>
    );

  const items = virtualizer.getVirtualItems();
  const end = items.at(-1)?.end ?? 0;
  return (
    <tbody>
      {items.map(({ index, key, start }, at) => {
        const row = rows[index];
        const before = start - (items[at - 1]?.end ?? 0);
        return (
          row && (
            <Fragment key={key}>
              {before > 0 && <Gap height={before} />}
              <TableRow ref={virtualizer.measureElement} {...rowProps(body, row, index)} />
            </Fragment>
          )
        );
      })}
      {virtualizer.getTotalSize() > end && <Gap height={virtualizer.getTotalSize() - end} />}
    </tbody>
  );
}

/** Spacer for rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: contains nothing focusable
    <tr aria-hidden="true">
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

/** Whether the page is printed, which needs all rows. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the DOM as it is after the event.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
  return printing;
}
