import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ResourceColumn } from "../columns";
import { withColumn, withMoved, withPinned, withWidth } from "./change-layout";
import { arrange, defaultLayout, isDefault, readLayout, type TableLayout } from "./layout";

const nothing = () => null;
const column = (id: string, from?: "sm" | "lg" | "chosen"): ResourceColumn<object> => ({
  id,
  header: id,
  cell: nothing,
  from,
});
const columns = [column("name"), column("email", "sm"), column("createdOn", "lg")];
const layoutOf = (given: Partial<TableLayout>): TableLayout => ({ ...defaultLayout, ...given });
const ids = (given: Partial<TableLayout>) => arrange(columns, layoutOf(given)).map(({ id }) => id);

describe("[TL-07] a user's layout of a table", () => {
  test("leaves out what was hidden, ignores columns that are gone and shows new ones", () => {
    expect(ids({ hidden: ["email", "goneLongAgo"], shown: ["goneToo"] })).toEqual(["name", "createdOn"]);
  });

  test("leaves one column at least, and the first at every width", () => {
    expect(ids({ hidden: ["name", "email", "createdOn"], shown: [] })).toEqual([
      "name",
      "email",
      "createdOn",
    ]);
    expect(arrange(columns, layoutOf({ hidden: ["name"] }))).toEqual([
      { ...column("email"), from: undefined },
      column("createdOn", "lg"),
    ]);
  });

  test("leaves out what waits to be chosen until it is", () => {
    const waiting = [...columns, column("createdBy", "chosen")];
    const shownIn = (layout: TableLayout) => arrange(waiting, layout).map(({ id }) => id);
    expect(shownIn(defaultLayout)).toEqual(ids(defaultLayout));
    const layout = withColumn(defaultLayout, "createdBy", true, true);
    expect(shownIn(layout)).toContain("createdBy");
    expect(shownIn(withColumn(layout, "createdBy", false, true))).toEqual(ids(defaultLayout));
  });

  test("shows a chosen column at every width", () => {
    const layout = withColumn(defaultLayout, "createdOn", true, true);
    expect(arrange(columns, layout).map(({ from }) => from)).toEqual([undefined, "sm", undefined]);
    expect(withColumn(layout, "createdOn", false, true)).toEqual(layoutOf({ hidden: ["createdOn"] }));
  });

  test.each([null, 5, [], "x"])("%o is no layout", (stored) => {
    expect(readLayout(stored)).toBeUndefined();
  });

  test("is stored only where it differs, with what another version wrote", () => {
    expect(isDefault(defaultLayout)).toBe(true);
    const newer =
      readLayout({ hidden: 5, shown: [7], widths: { name: "wide" }, colours: { name: 1 } }) ?? defaultLayout;
    expect(withColumn(newer, "email", false, false)).toEqual({
      ...layoutOf({ hidden: ["email"] }),
      colours: { name: 1 },
    });
    expect(isDefault(newer)).toBe(false);
    const hidden = withColumn(defaultLayout, "name", false, false);
    expect([isDefault(hidden), isDefault(withColumn(hidden, "name", true, false))]).toEqual([false, true]);
  });

  test("puts columns in order, those that are new behind the one they follow by default", () => {
    const moved = withMoved(defaultLayout, columns, "createdOn", "name");
    expect(ids(moved)).toEqual(["createdOn", "name", "email"]);
    expect(ids(withMoved(moved, columns, "createdOn", "email"))).toEqual(["name", "email", "createdOn"]);
    expect(ids({ order: ["email", "email", "gone", "name"] })).toEqual(["email", "createdOn", "name"]);
    expect(ids({ order: ["createdOn"] })).toEqual(["name", "email", "createdOn"]);
  });

  test("keeps every column once, whatever is moved and pinned", () => {
    const id = fc.constantFrom("name", "email", "createdOn", "gone");
    const change = fc.oneof(fc.record({ move: id, to: id }), fc.record({ pin: id, isPinned: fc.boolean() }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let layout = defaultLayout;
        for (const given of changes)
          layout =
            "pin" in given
              ? withPinned(layout, given.pin, given.isPinned)
              : withMoved(layout, columns, given.move, given.to);
        const shown = arrange(columns, layout);
        expect(shown.map((column) => column.id).sort()).toEqual(["createdOn", "email", "name"]);
        const pinned = shown.map(({ pinnedAt }) => pinnedAt !== undefined);
        expect(pinned).toEqual([...pinned].sort((a, b) => Number(b) - Number(a)));
      }),
    );
  });

  test("pins columns at the front, each behind the widths of those before it", () => {
    const layout = withPinned(withPinned(defaultLayout, "createdOn", true, 120.4), "email", true);
    expect(arrange(columns, layout).map((column) => [column.id, column.pinnedAt, column.pixels])).toEqual([
      ["email", 0, 200],
      ["createdOn", 200, 120],
      ["name", undefined, undefined],
    ]);
    expect(ids(withPinned(layout, "email", false))).toEqual(["createdOn", "name", "email"]);
  });

  test("gives columns widths within limits, and leaves the last one what is left", () => {
    const layout = withWidth(withWidth(defaultLayout, "name", 5), "createdOn", 300);
    expect(arrange(columns, layout).map(({ pixels }) => pixels)).toEqual([56, undefined, undefined]);
    expect(readLayout({ ...layout, widths: { name: 1e9 } })?.widths).toEqual({ name: 1200 });
    expect(isDefault(withWidth(withWidth(layout, "name", undefined), "createdOn", undefined))).toBe(true);
  });
});
