import type { Carried } from "./planned";

/** Key of the values' versions, by attribute id. */
export const attributeVersions = "attributeVersions";

/** A record before the import by the names of fields, and the versions of its attributes' values afterwards. */
export type KeptBefore = Record<string, unknown> & { [attributeVersions]?: Record<string, number> };

/** The data to undo a row. */
export function keptOf(plan: Carried): KeptBefore | null {
  if (plan.outcome !== "changed" && !plan.versions) return null;
  const values = plan.outcome === "changed" ? plan.before : {};
  return { ...values, [attributeVersions]: plan.versions ?? {} };
}
