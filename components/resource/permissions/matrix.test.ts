import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allPermissions } from "@/lib/contract";
import {
  applyPreset,
  columns,
  headOf,
  idsInColumn,
  idsInRow,
  idsUnder,
  type MatrixRow,
  matrixOf,
} from "./matrix";
import { type Granted, idsOf, toggle, toggleAll, treeOf } from "./tree";

const own = treeOf(allPermissions);

/** Trees of any server: known and unknown actions, repeated last parts, and names of built-in properties. */
const part = fc.constantFrom("AddAction", "EditAction", "HistoryAction", "CreateApiKey", "constructor", "x");
const name = fc
  .tuple(fc.constantFrom("UserView", "CarView"), fc.constantFrom("", "WheelSection", "Odd"), part, part)
  .map(([view, section, one, two]) => [view, section, one, two].filter(Boolean).join("_"));
const trees = fc.array(name, { maxLength: 30 }).map((names) => treeOf([...names, ...allPermissions]));

const anyone = () => true;
const sorted = (ids: Iterable<string>) => [...ids].sort();

describe("[PM-03] permissions as rows and columns", () => {
  test("every permission of any tree has exactly one cell", () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        expect(sorted(matrixOf(nodes).flatMap(idsInRow))).toEqual(sorted(new Set(idsOf(nodes))));
      }),
    );
  });

  test("every permission that is asked for is in the tree, known or not", () => {
    fc.assert(
      fc.property(fc.array(name), (names) => {
        expect(idsOf(treeOf(names))).toEqual(expect.arrayContaining(names));
      }),
    );
  });

  test("the columns cover the usual actions, and the last one what is special", () => {
    const rows = matrixOf(own);
    const users = rows.find(({ id }) => id === "UserView") as MatrixRow;
    expect(users.cells).toEqual({
      see: "UserView",
      add: "UserView_AddAction",
      edit: "UserView_EditAction",
      delete: "UserView_DeleteAction",
      history: "UserView_HistoryAction",
    });
    expect(users.other).toEqual(["UserView_InviteAction", "UserView_CreateApiKey"]);
    expect(rows.find(({ id }) => id === "RoleView_UserSection")).toMatchObject({
      view: "RoleView",
      cells: { see: "RoleView_UserSection", add: "RoleView_UserSection_AddAction" },
    });
  });

  test("all heads pressed grant everything, and pressed again nothing", () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        const rows = matrixOf(nodes);
        const press = (granted: Granted, ids: readonly string[]) =>
          headOf(nodes, granted, ids, anyone).press();
        const views = rows.filter(({ view }) => view === undefined).map((row) => idsUnder(row, rows));
        const everything = views.reduce(press, new Set());
        expect(sorted(everything)).toEqual(sorted(new Set(idsOf(nodes))));
        expect(views.reduce(press, everything)).toEqual(new Set());
        const byColumns = [...columns, "other" as const].map((column) => idsInColumn(rows, column));
        expect(byColumns.reduce(press, new Set())).toEqual(everything);
      }),
    );
  });

  test("a permission that is granted and taken again leaves only its parents", () => {
    for (const node of own)
      for (const id of idsOf([node])) {
        const parents = new Set([...toggle(node, new Set(), id, true)].filter((other) => other !== id));
        expect(toggle(node, toggle(node, parents, id, true), id, false)).toEqual(parents);
      }
  });

  test("heads say whether all, some or none are granted", () => {
    const ids = ["UserView", "UserView_EditAction"];
    const state = (...granted: string[]) => headOf(own, new Set(granted), ids, anyone).state;
    expect([state(), state("UserView"), state(...ids)]).toEqual(["none", "some", "all"]);
  });

  test("a head takes what is granted if the user cannot grant the rest", () => {
    const ids = ["UserView", "UserView_EditAction"];
    const head = headOf(own, new Set(["UserView"]), ids, (id) => id === "UserView");
    expect(head.press()).toEqual(new Set());
  });

  test("presets grant what they say as far as the user can, and replace the rest", () => {
    const before = new Set(["UserView", "UserView_EditAction"]);
    const readOnly = applyPreset("readOnly", own, before, anyone);
    expect(sorted(readOnly)).toEqual(sorted(idsInColumn(matrixOf(own), "see")));
    expect(applyPreset("everything", own, before, anyone)).toEqual(new Set(allPermissions));
    const few = applyPreset("readOnly", own, before, (id) => id === "RoleView");
    expect(few).toEqual(new Set(["UserView", "RoleView"]));
    expect(toggleAll(own, few, idsOf(own), false)).toEqual(new Set());
  });
});
