import { type AssignmentType, assignmentTypes } from "../../lib/contract/attribute-types";

/** `businessPartnerType` becomes "Business partner type". */
export function assignmentTypeName(type: AssignmentType): string {
  const words = type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const assignmentTypeOptions = assignmentTypes.map((id) => ({ id, name: assignmentTypeName(id) }));
