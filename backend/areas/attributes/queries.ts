import { type AttributeAssignment, attributeAssignmentList } from "../../../lib/contract/attributes";
import { assignmentTypeName } from "../../attributes/assignment-types";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { distinctIds } from "../../database/uuid";
import { listSource } from "../../lists/declared-list";
import { idArray } from "../../members/memberships";

/** One assignment of an attribute, locked; undefined if there is none. */
export async function lockAssignment(
  db: Database,
  { attributeId, assignmentId }: { attributeId: string; assignmentId: string },
): Promise<AttributeAssignment | undefined> {
  const { detail, rows, where, id, read } = assignmentsOf(attributeId);
  const { rows: found } = await db.execute<Record<string, unknown>>(sql`
    select ${detail.columns} from ${rows} where ${where}
      and ${id} = any(${idArray(distinctIds([assignmentId]))}) for update of r`);
  return found[0] && read(found[0]);
}

/** The assignments of an attribute; there are few, so they are sorted directly. */
export const assignmentsOf = (attributeId: string) =>
  listSource(attributeAssignmentList, {
    from: sql`attribute_assignments r join attributes a on a.tenant_id = r.tenant_id and a.attribute_id = r.attribute_id`,
    where: sql`r.attribute_id = ${attributeId}`,
    id: sql`r.attribute_assignment_id`,
    columns: {
      attributeName: { table: "a" },
      attributeAssignmentTypeName: { read: sql`r.attribute_assignment_type_id` },
      subtype: { by: sql`fold(r.subtype)` },
      createdBy: { by: sql`fold(r.created_by_name)` },
    },
    search: { text: sql`fold(r.attribute_assignment_type_id || ' ' || r.subtype)` },
    complete: (assignment) => ({
      ...assignment,
      attributeAssignmentTypeName: assignmentTypeName(assignment.attributeAssignmentTypeId),
    }),
  });
