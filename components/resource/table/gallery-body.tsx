"use client";
import type { Row } from "@tanstack/react-table";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { ViewLink } from "@/lib/client/tabs";
import type { features, Gallery } from "../list/columns";
import { PeekButton, RowSelector } from "./row-controls";
import { besideClass, galleryClass, rowProps, type TableBodyProps } from "./row-props";
import { usePrinting } from "./virtual-body";

/** Height of a tile and the gap below it, as in the classes of this file. */
const lineHeight = 256 + 12;
/** Lines rendered above and below the screen. */
const overscan = 2;

interface GalleryBodyProps<Data extends object> extends TableBodyProps<Data> {
  gallery: Gallery<Data>;
}

/** Rows as tiles; only the lines on screen are rendered. Prints all tiles. */
export default function GalleryBody<Data extends object>(given: GalleryBodyProps<Data>) {
  const { gallery, ...body } = given;
  const { rows, box, focus } = body;
  const printing = usePrinting();
  const [perLine, setPerLine] = useState(1);
  const own = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    const measure = () => {
      if (own.current) setPerLine(getComputedStyle(own.current).gridTemplateColumns.split(" ").length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (own.current) observer.observe(own.current);
    return () => observer.disconnect();
  }, []);

  // The focused tile stays rendered at any scroll position.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      const held = Math.floor(focus.held() / perLine);
      const isApart = held >= 0 && held < range.count && !shown.includes(held);
      return isApart ? [...shown, held].sort((a, b) => a - b) : shown;
    },
    [focus, perLine],
  );
  const count = Math.ceil(rows.length / perLine);
  const virtualizer = useVirtualizer({
    ...{ count, overscan, rangeExtractor },
    getScrollElement: () => box.current,
    estimateSize: () => lineHeight,
    // Size for the first render, before the box is measured.
    initialRect: { width: 0, height: 600 },
  });
  useLayoutEffect(() => {
    focus.reveal.current = (index) => virtualizer.scrollToIndex(Math.floor(index / perLine));
    return () => {
      focus.reveal.current = undefined;
    };
  }, [focus, virtualizer, perLine]);
  // Lines change on scroll without a render of the surrounding table.
  useLayoutEffect(focus.settle);

  const lines = printing
    ? Array.from({ length: count }, (_, line) => line)
    : virtualizer.getVirtualItems().map(({ index }) => index);
  const tiles = lines.flatMap((line, at) => {
    const missing = line - (lines[at - 1] ?? -1) - 1;
    const from = line * perLine;
    return [
      ...(missing > 0 ? [<Gap key={`before ${line}`} lines={missing} />] : []),
      ...rows
        .slice(from, from + perLine)
        .map((row, index) => (
          <Tile key={row.id} {...rowProps(body, row, from + index)} row={row} rows={rows} gallery={gallery} />
        )),
    ];
  });
  const below = count - 1 - (lines.at(-1) ?? -1);
  return (
    <tbody ref={own} className={galleryClass}>
      {tiles}
      {below > 0 && <Gap lines={below} />}
    </tbody>
  );
}

/** Placeholder for lines that are not rendered; the grid adds a gap below it. */
function Gap({ lines }: { lines: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: contains nothing focusable
    <tr aria-hidden="true" className="col-span-full block" style={{ height: lines * lineHeight - 12 }} />
  );
}

interface TileProps<Data extends object> extends Omit<ReturnType<typeof rowProps<Data>>, "row" | "columns"> {
  row: Row<typeof features, Data>;
  rows: readonly Row<typeof features, Data>[];
  gallery: Gallery<Data>;
}

/** A row as a tile: checkbox, picture, name and facts, and actions on hover; the grid handles clicks and keys. */
function Tile<Data extends object>({ row, rows, gallery, ...given }: TileProps<Data>) {
  const { index, position, name, link, selection, selectable, selected, isBeside, group, actions } = given;
  const { peek } = actions;
  const [first] = row.getAllCells();
  const draw = first?.column.columnDef.cell;
  const text = first && typeof draw === "function" ? draw(first.getContext()) : name;
  return (
    <tr
      data-index={index}
      aria-rowindex={position + 1}
      aria-selected={selectable ? selected : undefined}
      aria-current={isBeside || undefined}
      className={cn(
        "group/row relative flex h-64 flex-col overflow-hidden rounded-lg border transition-colors hover:bg-hover",
        (link !== undefined || selectable) && "cursor-pointer",
        selected && "border-primary bg-selected hover:bg-selected",
        isBeside && besideClass,
      )}
    >
      {selectable && (
        // Over the picture, with its own background.
        <td data-selection className="absolute top-1.5 left-1.5 rounded bg-surface/90 p-1.5">
          <RowSelector {...{ name, index, selection, selected, group }} select={actions.select} />
        </td>
      )}
      <td className="flex min-h-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 border-b bg-background">
          {gallery.picture(row.original, () => rows.map(({ original }) => original))}
        </div>
        <div className="flex h-24 shrink-0 flex-col gap-0.5 px-2.5 py-2 text-xs">
          {/* Two lines, so that the end of a file's name is seen. */}
          <span className="line-clamp-2 wrap-anywhere font-medium text-sm leading-4.5">
            {link === undefined ? (
              text
            ) : (
              <ViewLink
                to={link}
                options={{ title: name }}
                data-row-link=""
                className="rounded-sm text-text hover:text-primary hover:underline"
              >
                {text}
              </ViewLink>
            )}
          </span>
          {gallery.facts(row.original)}
        </div>
        <span className="absolute top-1.5 right-1.5 flex gap-1 pointer-coarse:hidden">
          {gallery.action?.(row.original)}
          {peek && link !== undefined && <PeekButton {...{ name, index, peek }} className="static" />}
        </span>
      </td>
    </tr>
  );
}
