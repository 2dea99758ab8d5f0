import type { AttributeAssignment } from "../../../lib/contract/attributes";
import { assignmentTypeName } from "../../attributes/assignment-types";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { distinctIds } from "../../database/uuid";
import { instantOf } from "../../lists/list";
import type { ListSource } from "../../lists/list-source";
import { idArray } from "../../members/memberships";

type SortBy =
  | "attributeName"
  | "attributeAssignmentTypeName"
  | "subtype"
  | "isGlobalFormDefinition"
  | "isRequired"
  | "createdOn"
  | "createdBy";

/** One assignment of an attribute, locked; undefined if there is none. */
export async function lockAssignment(
  db: Database,
  { attributeId, assignmentId }: { attributeId: string; assignmentId: string },
): Promise<AttributeAssignment | undefined> {
  const { detail, rows, where, id, read } = assignmentsOf(attributeId);
  const { rows: found } = await db.execute<Record<string, unknown>>(sql`
    select ${detail.columns} from ${rows} where ${where}
      and ${id} = any(${idArray(distinctIds([assignmentId]))}) for update of s`);
  return found[0] && read(found[0]);
}

/** The assignments of an attribute; there are few, so they are sorted directly. */
export function assignmentsOf(attributeId: string): ListSource<SortBy, AttributeAssignment> {
  const rows = sql`attribute_assignments s join attributes a on a.tenant_id = s.tenant_id and a.attribute_id = s.attribute_id`;
  return {
    rows,
    where: sql`s.attribute_id = ${attributeId}`,
    id: sql`s.attribute_assignment_id`,
    sorts: {
      attributeName: { by: sql`a.attribute_name_sort` },
      attributeAssignmentTypeName: { by: sql`s.attribute_assignment_type_id` },
      subtype: { by: sql`fold(s.subtype)` },
      isGlobalFormDefinition: { by: sql`s.is_global_form_definition` },
      isRequired: { by: sql`s.is_required` },
      createdOn: { by: sql`s.created_on` },
      createdBy: { by: sql`fold(s.created_by_name)` },
    },
    filters: {},
    search: { rows, text: sql`fold(s.attribute_assignment_type_id || ' ' || s.subtype)` },
    detail: {
      columns: sql`s.attribute_assignment_id as "attributeAssignmentId", a.attribute_name as "attributeName",
        s.attribute_assignment_type_id as "attributeAssignmentTypeId", s.is_global_form_definition as "isGlobalFormDefinition",
        s.subtype, s.is_required as "isRequired", s.created_on as "createdOn", s.created_by_name as "createdBy", s.version`,
      join: sql`${rows} on s.attribute_assignment_id = page.id`,
      isInRows: true,
    },
    read: (row) => {
      const assignment = row as unknown as AttributeAssignment;
      return {
        ...assignment,
        attributeAssignmentTypeName: assignmentTypeName(assignment.attributeAssignmentTypeId),
        createdOn: instantOf(row.createdOn),
      };
    },
  };
}
