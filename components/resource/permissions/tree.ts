import type { PermissionNode } from "@/lib/contract/roles";

export type Granted = ReadonlySet<string>;

interface Item {
  id: string;
  parent: string | undefined;
}

/** Lists all permissions of a view with their parents, parents first. */
export function itemsOf({ view, actions, segments }: PermissionNode): Item[] {
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

/**
 * Toggles one permission of a view (PM-03). Turning on includes its parents, turning off its children: an action without its view
 * would have no effect.
 */
export function toggle(node: PermissionNode, granted: Granted, id: string, on: boolean): Granted {
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
  node: PermissionNode,
  granted: Granted,
  id: string,
  canGrant: (id: string) => boolean,
): boolean {
  return [...toggle(node, granted, id, true)].every((one) => granted.has(one) || canGrant(one));
}

/** Toggles all permissions of a view, except `locked` ones. */
export function toggleAll(
  node: PermissionNode,
  granted: Granted,
  on: boolean,
  locked: (id: string) => boolean = () => false,
): Granted {
  return itemsOf(node)
    .filter(({ id }) => !locked(id))
    .reduce((next, { id }) => (next.has(id) === on ? next : toggle(node, next, id, on)), granted);
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

export function countOf(node: PermissionNode, granted: Granted): { granted: number; total: number } {
  const items = itemsOf(node);
  return { granted: items.filter(({ id }) => granted.has(id)).length, total: items.length };
}

/** Returns the flat list to save: every permission with whether it is granted. */
export function toSave(nodes: readonly PermissionNode[], granted: Granted) {
  return nodes.flatMap((node) =>
    itemsOf(node).map(({ id }) => ({ permissionId: id, permissionValue: granted.has(id) })),
  );
}
