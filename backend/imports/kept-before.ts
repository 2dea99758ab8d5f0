import type { Carried } from "./planned";

/** Under which the versions of values are kept beside them, by the ids of attributes. */
export const attributeVersions = "attributeVersions";

/** A record before the import by the names of fields, and the versions of its attributes' values afterwards. */
export type KeptBefore = Record<string, unknown> & { [attributeVersions]?: Record<string, number> };

/** What is needed to take a row back. */
export function keptOf(plan: Carried): KeptBefore | null {
  if (plan.outcome !== "changed" && !plan.versions) return null;
  const values = plan.outcome === "changed" ? plan.before : {};
  return { ...values, [attributeVersions]: plan.versions ?? {} };
}
