// @vitest-environment jsdom
import { NextIntlClientProvider } from "next-intl";
import { act, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contract } from "@/lib/contract";
import resource from "@/messages/en/resource.json";
import { rowProps } from "./row-props";
import { TableRow } from "./table-row";
import type { GridActions } from "./use-grid-actions";
import type { GridFocus } from "./use-grid-focus";
import { useRowTable } from "./use-row-table";

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));
afterEach(() => vi.unstubAllGlobals());

const people = [
  { id: "1", name: "Ada" },
  { id: "2", name: "Grace" },
];

/** Table that recreates its columns for each time zone, as in the areas. */
function Rows({ zone }: { zone: string }) {
  const columns = useMemo(
    () => [
      {
        id: "lastName",
        header: "Name",
        cell: ({ name }: { name: string }) => <b>{`${name} ${zone}`}</b>,
        before: (_: object, page: () => readonly object[]) => (
          <button
            type="button"
            onClick={({ currentTarget }) => (currentTarget.value = String(page().length))}
          />
        ),
      },
    ],
    [zone],
  );
  const idOf = ({ id }: { id: string }) => id;
  const { table, definitions } = useRowTable({
    endpoint: contract.users.list,
    columns,
    rows: people,
    idOf,
    mode: "none",
    selection: undefined,
  });
  const body = {
    rows: table.getRowModel().rows,
    columns: definitions,
    offset: 0,
    nameOf: ({ name }: { name: string }) => name,
    linkOf: undefined,
    opens: false,
    mode: "none" as const,
    selected: undefined,
    group: "",
    actions: {} as GridActions,
    focus: {} as GridFocus,
    rowHeight: 36,
    box: { current: null },
  };
  return (
    <table>
      <tbody>
        {body.rows.map((row, index) => (
          <TableRow key={row.id} {...rowProps(body, row, index)} />
        ))}
      </tbody>
    </table>
  );
}

test("[TL-01] cells render new columns without remounting", () => {
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const show = (zone: string) =>
    act(() =>
      root.render(
        <NextIntlClientProvider locale="en" messages={{ resource }}>
          <Rows zone={zone} />
        </NextIntlClientProvider>,
      ),
    );
  show("UTC");
  const before = document.querySelector("b");
  expect(before?.textContent).toBe("Ada UTC");
  show("CET");
  expect(document.querySelector("b")).toBe(before);
  expect(before?.textContent).toBe("Ada CET");
  // The `before` content can read the other rows of the page.
  const button = document.querySelector("td > span > button:first-child") as HTMLButtonElement;
  act(() => button.click());
  expect(button.value).toBe("2");
  act(() => root.unmount());
});
