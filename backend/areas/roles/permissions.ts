import type * as z from "zod";
import { allPermissions } from "../../../lib/contract";
import type { PermissionName } from "../../../lib/contract/permissions";
import type { PermissionNode, permissionSave } from "../../../lib/contract/roles";
import { treesOf } from "../../access/offered";
import { type FieldFault, invalid } from "../../core/errors";

type Offered = ReadonlySet<PermissionName>;
type PermissionType = PermissionNode["view"]["permissionType"];

/** Every offered permission as a tree of views, actions and sections, with those in `granted` switched on (PM-01). */
export function permissionTree(
  offered: Offered,
  granted: ReadonlySet<string>,
  version: number,
): PermissionNode[] {
  const node = (permissionType: PermissionType, label: string, parent?: string) => {
    const permissionId = parent === undefined ? label : `${parent}_${label}`;
    return {
      permissionId,
      parentPermissionId: parent ?? null,
      permissionType,
      permissionLabel: label,
      permissionValue: granted.has(permissionId),
    };
  };
  return treesOf(offered).map(({ view, actions, sections }) => ({
    view: node("View", view),
    actions: actions.map((action) => node("Action", action, view)),
    segments: Object.entries(sections).map(([section, itsActions]) => ({
      segment: node("Section", section, view),
      actions: itsActions.map((action) => node("Action", action, `${view}_${section}`)),
    })),
    version,
  }));
}

/**
 * The names switched on in a flat list, in the order of the tree; of two entries for one name the later counts.
 * @throws {RequestError} 400 on each entry whose permissionId is not offered
 */
export function grantedNames(offered: Offered, entries: z.output<typeof permissionSave>): string[] {
  const known: ReadonlySet<string> = offered;
  const faults = entries.flatMap(({ permissionId }, index): FieldFault[] =>
    known.has(permissionId) ? [] : [{ propertyName: `${index}.permissionId`, rule: "unknown" }],
  );
  if (faults.length > 0) throw invalid(faults);
  const values = new Map(entries.map(({ permissionId, permissionValue }) => [permissionId, permissionValue]));
  return allPermissions.filter((name) => values.get(name));
}
