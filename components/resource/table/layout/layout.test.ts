import { describe, expect, test } from "vitest";
import type { ResourceColumn } from "../columns";
import { arrange, defaultLayout, isDefault, readLayout, withColumn } from "./layout";

const nothing = () => null;
const column = (id: string, from?: "sm" | "lg" | "chosen"): ResourceColumn<object> => ({
  id,
  header: id,
  cell: nothing,
  from,
});
const columns = [column("name"), column("email", "sm"), column("createdOn", "lg")];
const ids = (layout: Parameters<typeof arrange>[1]) => arrange(columns, layout).map(({ id }) => id);

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
    expect(arrange(columns, { hidden: ["name"], shown: [] })).toEqual([
      { ...column("email"), from: undefined },
      column("createdOn", "lg"),
    ]);
  });

  test("leaves out what waits to be chosen until it is", () => {
    const waiting = [...columns, column("createdBy", "chosen")];
    const shownIn = (layout: Parameters<typeof arrange>[1]) => arrange(waiting, layout).map(({ id }) => id);
    expect(shownIn(defaultLayout)).toEqual(ids(defaultLayout));
    const layout = withColumn(defaultLayout, "createdBy", true, true);
    expect(shownIn(layout)).toContain("createdBy");
    expect(shownIn(withColumn(layout, "createdBy", false, true))).toEqual(ids(defaultLayout));
  });

  test("shows a chosen column at every width", () => {
    const layout = withColumn(defaultLayout, "createdOn", true, true);
    expect(arrange(columns, layout).map(({ from }) => from)).toEqual([undefined, "sm", undefined]);
    expect(withColumn(layout, "createdOn", false, true)).toEqual({ hidden: ["createdOn"], shown: [] });
  });

  test.each([null, 5, [], "x"])("%o is no layout", (stored) => {
    expect(readLayout(stored)).toBeUndefined();
  });

  test("is stored only where it differs, with what another version wrote", () => {
    expect(isDefault(defaultLayout)).toBe(true);
    const newer = readLayout({ hidden: 5, shown: [7], widths: { name: 200 } }) ?? defaultLayout;
    expect(withColumn(newer, "email", false, false)).toEqual({
      hidden: ["email"],
      shown: [],
      widths: { name: 200 },
    });
    expect(isDefault(newer)).toBe(false);
    const hidden = withColumn(defaultLayout, "name", false, false);
    expect([isDefault(hidden), isDefault(withColumn(hidden, "name", true, false))]).toEqual([false, true]);
  });
});
