import type { PermissionNode } from "@/lib/contract/roles";

export type Granted = ReadonlySet<string>;

interface Item {
  id: string;
  parent: string | undefined;
}

/** Every permission under a view with the one it depends on, parents before children. */
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

/** What a tree as the server answered it grants. */
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
 * Switches one permission of a view (PM-03). On takes along what it depends on, off takes along what depends
 * on it: an action without its view would be granted and yet do nothing.
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

/** Whether somebody may switch a permission on, with all that it takes along: nobody grants what they lack (QUALITY, security 10). */
export function mayTurnOn(
  node: PermissionNode,
  granted: Granted,
  id: string,
  canGrant: (id: string) => boolean,
): boolean {
  return [...toggle(node, granted, id, true)].every((one) => granted.has(one) || canGrant(one));
}

/** Switches everything of a view on or off, except what `locked` says may not be touched. */
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
 * What was changed from `before` to `yours`, done to `theirs`: nobody's change is lost, and each takes along what it depends
 * on, or what depends on it, as if it had been switched there.
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

/** The flat list that is saved: every permission with whether it is granted. */
export function toSave(nodes: readonly PermissionNode[], granted: Granted) {
  return nodes.flatMap((node) =>
    itemsOf(node).map(({ id }) => ({ permissionId: id, permissionValue: granted.has(id) })),
  );
}
