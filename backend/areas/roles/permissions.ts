import type * as z from "zod";
import { allPermissions } from "../../../lib/contract";
import type { PermissionName } from "../../../lib/contract/permissions";
import type { PermissionNode, permissionSave } from "../../../lib/contract/roles";
import { treesOf } from "../../access/offered";
import { invalid } from "../../http/errors";

type Offered = ReadonlySet<PermissionName>;

/** Every permission that is offered as a tree of views, actions and sections, with those in `granted` switched on (PM-01). */
export function permissionTree(
  offered: Offered,
  granted: ReadonlySet<string>,
  version: number,
): PermissionNode[] {
  const node = (label: string, permissionId: string) => ({
    permissionId,
    permissionLabel: label,
    permissionValue: granted.has(permissionId),
  });
  return treesOf(offered).map(({ view, actions, sections }) => ({
    view: node(view, view),
    actions: actions.map((action) => node(action, `${view}_${action}`)),
    segments: Object.entries(sections).map(([section, itsActions]) => ({
      segment: node(section, `${view}_${section}`),
      actions: itsActions.map((action) => node(action, `${view}_${section}_${action}`)),
    })),
    version,
  }));
}

/**
 * The names that a flat list switches on, in the order of the tree; of two entries for one name the later counts.
 * @throws {RequestError} 400 on each entry whose permissionId is not offered
 */
export function grantedNames(offered: Offered, entries: z.output<typeof permissionSave>): string[] {
  const known: ReadonlySet<string> = offered;
  const faults = entries.flatMap(({ permissionId }, index) =>
    known.has(permissionId) ? [] : [{ propertyName: `${index}.permissionId`, rule: "unknown" }],
  );
  if (faults.length > 0) throw invalid(faults);
  const values = new Map(entries.map(({ permissionId, permissionValue }) => [permissionId, permissionValue]));
  return allPermissions.filter((name) => values.get(name));
}
