import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ResourceColumn } from "../../list/columns";
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
  test("omits hidden columns, ignores deleted ones and shows new ones", () => {
    expect(ids({ hidden: ["email", "goneLongAgo"], shown: ["goneToo"] })).toEqual(["name", "createdOn"]);
  });

  test("keeps at least one column, and the first at every width", () => {
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

  test("omits chosen columns until they are added", () => {
    const waiting = [...columns, column("createdBy", "chosen")];
    const shownIn = (layout: TableLayout) => arrange(waiting, layout).map(({ id }) => id);
    expect(shownIn(defaultLayout)).toEqual(ids(defaultLayout));
    const layout = withColumn(defaultLayout, "createdBy", true, true);
    expect(shownIn(layout)).toContain("createdBy");
    expect(shownIn(withColumn(layout, "createdBy", false, true))).toEqual(ids(defaultLayout));
  });

  test("shows an added column at every width", () => {
    const layout = withColumn(defaultLayout, "createdOn", true, true);
    expect(arrange(columns, layout).map(({ from }) => from)).toEqual([undefined, "sm", undefined]);
    expect(withColumn(layout, "createdOn", false, true)).toEqual(layoutOf({ hidden: ["createdOn"] }));
  });

  test.each([null, 5, [], "x"])("%o is not a layout", (stored) => {
    expect(readLayout(stored)).toBeUndefined();
  });

  test("is stored only where it differs, with properties of other versions", () => {
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

  test("orders columns, new ones after their default predecessor", () => {
    const moved = withMoved(defaultLayout, columns, "createdOn", "name");
    expect(ids(moved)).toEqual(["createdOn", "name", "email"]);
    expect(ids(withMoved(moved, columns, "createdOn", "email"))).toEqual(["name", "email", "createdOn"]);
    expect(ids({ order: ["email", "email", "gone", "name"] })).toEqual(["email", "createdOn", "name"]);
    expect(ids({ order: ["createdOn"] })).toEqual(["name", "email", "createdOn"]);
  });

  test("keeps every column once, however moved and pinned", () => {
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

  test("pins columns at the front, each offset by the widths before it", () => {
    const layout = withPinned(withPinned(defaultLayout, "createdOn", true, 120.4), "email", true);
    expect(arrange(columns, layout).map((column) => [column.id, column.pinnedAt, column.pixels])).toEqual([
      ["email", 0, 200],
      ["createdOn", 200, 120],
      ["name", undefined, undefined],
    ]);
    expect(ids(withPinned(layout, "email", false))).toEqual(["createdOn", "name", "email"]);
  });

  test("limits column widths, and gives the last one the remaining width", () => {
    const layout = withWidth(withWidth(defaultLayout, "name", 5), "createdOn", 300);
    expect(arrange(columns, layout).map(({ pixels }) => pixels)).toEqual([56, undefined, undefined]);
    expect(readLayout({ ...layout, widths: { name: 1e9 } })?.widths).toEqual({ name: 1200 });
    expect(isDefault(withWidth(withWidth(layout, "name", undefined), "createdOn", undefined))).toBe(true);
  });
});
