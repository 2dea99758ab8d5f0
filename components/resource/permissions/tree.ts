import type { PermissionNode } from "@/lib/contract/roles";

export type Granted = ReadonlySet<string>;

interface Named {
  permissionId: string;
}

/** A view with its actions, and its sections with theirs: the part of {@link PermissionNode} that decides what belongs together. */
export interface TreeNode {
  view: Named;
  actions: readonly Named[];
  segments: readonly { segment: Named; actions: readonly Named[] }[];
}

interface Item {
  id: string;
  parent: string | undefined;
}

/** Lists all permissions of a view with their parents, parents first. */
export function itemsOf({ view, actions, segments }: TreeNode): Item[] {
  const viewId = view.permissionId;
  return [
    { id: viewId, parent: undefined },
    ...actions.map(({ permissionId }) => ({ id: permissionId, parent: viewId })),
    ...segments.flatMap(({ segment, actions: own }) => [
      { id: segment.permissionId, parent: viewId },
      ...own.map(({ permissionId }) => ({ id: permissionId, parent: segment.permissionId })),
    ]),
  ];
}

export const idsOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => itemsOf(node).map(({ id }) => id));

/** Returns the permissions granted in a tree from the server. */
export function grantedIn(nodes: readonly PermissionNode[]): Granted {
  return new Set(
    nodes
      .flatMap(({ view, actions, segments }) => [
        view,
        ...actions,
        ...segments.flatMap(({ segment, actions: own }) => [segment, ...own]),
      ])
      .filter(({ permissionValue }) => permissionValue)
      .map(({ permissionId }) => permissionId),
  );
}

/** Builds the tree from names alone (PM-01), for permissions that come without one. */
export function treeOf(names: readonly string[]): TreeNode[] {
  const parts = [...new Set(names)].map((name) => ({ name, path: name.split("_") }));
  const sections = new Set(
    parts.flatMap(({ path }) =>
      path.length > 2 || path[1]?.endsWith("Section") ? [path.slice(0, 2).join("_")] : [],
    ),
  );
  const views = [...new Set(parts.map(({ path }) => path[0] ?? ""))];
  const named = (found: typeof parts) => found.map(({ name }) => ({ permissionId: name }));
  return views.map((view) => {
    const own = parts.filter(({ path }) => path[0] === view);
    return {
      view: { permissionId: view },
      actions: named(own.filter(({ name, path }) => path.length === 2 && !sections.has(name))),
      segments: [...sections]
        .filter((section) => section.startsWith(`${view}_`))
        .map((section) => ({
          segment: { permissionId: section },
          actions: named(own.filter(({ name }) => name.startsWith(`${section}_`))),
        })),
    };
  });
}

/**
 * Toggles one permission of a view (PM-03). Turning on includes its parents, turning off its children: an action without its view
 * would have no effect.
 */
export function toggle(node: TreeNode, granted: Granted, id: string, on: boolean): Granted {
  const items = itemsOf(node);
  const next = new Set(granted);
  const parentOf = (child: string) => items.find((item) => item.id === child)?.parent;
  if (on) for (let at: string | undefined = id; at !== undefined; at = parentOf(at)) next.add(at);
  else {
    const dropped = new Set([id]);
    for (const item of items) if (item.parent !== undefined && dropped.has(item.parent)) dropped.add(item.id);
    for (const gone of dropped) next.delete(gone);
  }
  return next;
}

/** Whether the user may grant a permission with all its parents: only permissions they have (QUALITY, security 10). */
export function mayTurnOn(
  node: TreeNode,
  granted: Granted,
  id: string,
  canGrant: (id: string) => boolean,
): boolean {
  return [...toggle(node, granted, id, true)].every((one) => granted.has(one) || canGrant(one));
}

/** Toggles several permissions with their parents or children, except ones that the user cannot grant. */
export function toggleAll(
  nodes: readonly TreeNode[],
  granted: Granted,
  ids: readonly string[],
  on: boolean,
  canGrant: (id: string) => boolean = () => true,
): Granted {
  const wanted = new Set(ids);
  return nodes.reduce(
    (outer, node) =>
      itemsOf(node)
        .filter(({ id }) => wanted.has(id))
        .reduce(
          (next, { id }) =>
            next.has(id) === on || (on && !mayTurnOn(node, next, id, canGrant))
              ? next
              : toggle(node, next, id, on),
          outer,
        ),
    granted,
  );
}

/**
 * Applies the changes from `before` to `yours` to `theirs`: no change is lost, and each includes its parents or children, as if
 * toggled there.
 */
export function mergeGranted(
  nodes: readonly PermissionNode[],
  before: Granted,
  yours: Granted,
  theirs: Granted,
): Granted {
  return nodes.reduce(
    (merged, node) =>
      itemsOf(node)
        .filter(({ id }) => yours.has(id) !== before.has(id))
        .reduce((next, { id }) => toggle(node, next, id, yours.has(id)), merged),
    theirs,
  );
}

/** Returns the flat list to save: every permission with whether it is granted. */
export function toSave(nodes: readonly PermissionNode[], granted: Granted) {
  return idsOf(nodes).map((id) => ({ permissionId: id, permissionValue: granted.has(id) }));
}
