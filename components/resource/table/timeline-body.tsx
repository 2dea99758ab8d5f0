"use client";
import { Fragment, type ReactNode } from "react";
import { shownFrom } from "../list/columns";
import { rowProps, type TableBodyProps } from "./row-props";
import { TableRow } from "./table-row";

interface TimelineBodyProps<Data extends object> extends TableBodyProps<Data> {
  headingOf: (row: Data) => string;
}

/** Rows under headings. */
export default function TimelineBody<Data extends object>({ headingOf, ...body }: TimelineBodyProps<Data>) {
  const headings = body.rows.map(({ original }) => headingOf(original));
  return (
    <tbody className={body.mode === "none" ? "[&_td]:align-top" : undefined}>
      {body.rows.map((row, index) => (
        <Fragment key={row.id}>
          {headings[index] !== headings[index - 1] && (
            <Heading row={row as never} isSelectable={body.mode !== "none"}>
              {headings[index]}
            </Heading>
          )}
          <TableRow {...rowProps(body, row, index)} />
        </Fragment>
      ))}
    </tbody>
  );
}

interface HeadingProps {
  /** A row below it, with the cells of each. */
  row: TableBodyProps<object>["rows"][number];
  isSelectable: boolean;
  children: ReactNode;
}

/**
 * Hidden from screen readers, which read the whole date in each row. The text overflows its cell: a cell with `colSpan` over hidden
 * columns would take width from the others.
 */
function Heading({ row, isSelectable, children }: HeadingProps) {
  const froms = row.getAllCells().map(({ column }) => column.columnDef.meta?.from);
  const others = isSelectable ? froms : froms.slice(1);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without `tabIndex` cannot be focused
    <tr aria-hidden="true" className="border-b bg-background">
      <td className="whitespace-nowrap px-3 py-1.5 font-semibold text-text text-xs">{children}</td>
      {others.map((from, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
        <td key={place} className={from && shownFrom[from]} />
      ))}
    </tr>
  );
}
