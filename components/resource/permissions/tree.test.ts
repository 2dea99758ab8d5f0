import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { permissionTrees } from "@/lib/contract";
import type { PermissionNode } from "@/lib/contract/roles";
import {
  type Granted,
  grantedIn,
  idsOf,
  itemsOf,
  mayTurnOn,
  mergeGranted,
  toggle,
  toggleAll,
  toSave,
  treeOf,
} from "./tree";

const permission = (permissionId: string) => ({
  permissionId,
  parentPermissionId: permissionId.split("_").slice(0, -1).join("_") || null,
  permissionType: "Action" as const,
  permissionLabel: permissionId,
  permissionValue: false,
});

const nodes: PermissionNode[] = permissionTrees.map(({ view, actions, sections }) => ({
  view: permission(view),
  actions: actions.map((action) => permission(`${view}_${action}`)),
  segments: Object.entries(sections).map(([section, own]) => ({
    segment: permission(`${view}_${section}`),
    actions: own.map((action) => permission(`${view}_${section}_${action}`)),
  })),
}));

const steps = fc.array(
  fc.constantFrom(...nodes).chain((node) =>
    fc.record({
      node: fc.constant(node),
      id: fc.constantFrom(...itemsOf(node).map(({ id }) => id)),
      on: fc.boolean(),
      all: fc.boolean(),
    }),
  ),
);

const coherent = (granted: Granted) =>
  nodes.flatMap(itemsOf).every(({ id, parent }) => !granted.has(id) || !parent || granted.has(parent));

describe("[PM-03] toggling permissions", () => {
  test("never leaves a permission without its parent", () => {
    fc.assert(
      fc.property(steps, (moves) => {
        const granted = moves.reduce<Granted>(
          (so, { node, id, on, all }) =>
            all ? toggleAll(nodes, so, idsOf([node]), on) : toggle(node, so, id, on),
          new Set(),
        );
        expect(coherent(granted)).toBe(true);
      }),
    );
  });

  test("always applies the requested change itself", () => {
    fc.assert(
      fc.property(steps, ([first]) => {
        if (!first) return;
        expect(toggle(first.node, new Set(), first.id, first.on).has(first.id)).toBe(first.on);
      }),
    );
  });

  test("select all and unselect all affect exactly the whole view", () => {
    for (const node of nodes) {
      const all = toggleAll(nodes, new Set(["OtherView"]), idsOf([node]), true);
      expect(all).toEqual(new Set(["OtherView", ...idsOf([node])]));
      expect(toggleAll(nodes, all, idsOf([node]), false)).toEqual(new Set(["OtherView"]));
    }
  });

  test("select all skips permissions that the user cannot grant", () => {
    const node = nodes[0] as PermissionNode;
    const locked = node.actions[0]?.permissionId ?? "";
    const granted = toggleAll(nodes, new Set(), idsOf([node]), true, (id) => id !== locked);
    expect(granted.size).toBe(itemsOf(node).length - 1);
    expect(granted.has(locked)).toBe(false);
  });

  test("users cannot turn on a permission whose parents they lack", () => {
    const node = nodes[0] as PermissionNode;
    const view = node.view.permissionId;
    const action = node.actions[0]?.permissionId ?? "";
    const holdsOnly = (id: string) => id === action;
    expect(mayTurnOn(node, new Set(), action, holdsOnly)).toBe(false);
    expect(mayTurnOn(node, new Set([view]), action, holdsOnly)).toBe(true);
    expect(mayTurnOn(node, new Set(), view, holdsOnly)).toBe(false);
    expect(mayTurnOn(node, new Set(), action, () => true)).toBe(true);
  });

  test("saves every permission, granted or not", () => {
    const saved = toSave(nodes, new Set(["UserView"]));
    expect(saved).toHaveLength(nodes.flatMap(itemsOf).length);
    expect(saved.filter(({ permissionValue }) => permissionValue)).toEqual([
      { permissionId: "UserView", permissionValue: true },
    ]);
    expect(grantedIn(nodes).size).toBe(0);
  });

  test("merges concurrent changes, each with its parents or children", () => {
    const before = new Set(["UserView", "UserView_EditAction", "RoleView"]);
    const yours = new Set(["UserView", "UserView_EditAction", "UserView_DeleteAction", "RoleView"]);
    const merge = (theirs: readonly string[]) =>
      [...mergeGranted(nodes, before, yours, new Set(theirs))].sort();
    expect(merge(["UserView", "RoleView", "RoleView_AddAction"])).toEqual(
      ["UserView", "UserView_DeleteAction", "RoleView", "RoleView_AddAction"].sort(),
    );
    // Their removal of the view yields to an action granted in it here.
    expect(merge(["RoleView"])).toEqual(["UserView", "UserView_DeleteAction", "RoleView"].sort());
    expect([...mergeGranted(nodes, before, before, new Set(["TenantView"]))]).toEqual(["TenantView"]);
  });

  test("merging never leaves a permission without its parent", () => {
    const granted = steps.map((moves) =>
      moves.reduce<Granted>((now, { node, id, on }) => toggle(node, now, id, on), new Set()),
    );
    fc.assert(
      fc.property(granted, granted, granted, (before, yours, theirs) => {
        expect(coherent(mergeGranted(nodes, before, yours, theirs))).toBe(true);
      }),
    );
  });

  test("a tree is built from names alone as the server sends it [PM-01]", () => {
    const names = (tree: ReturnType<typeof treeOf>) =>
      tree.map(({ view, actions, segments }) => [
        view.permissionId,
        actions.map(({ permissionId }) => permissionId),
        segments.map(({ segment, actions: own }) => [
          segment.permissionId,
          own.map(({ permissionId }) => permissionId),
        ]),
      ]);
    expect(names(treeOf(idsOf(nodes)))).toEqual(names(nodes));
  });
});
