import * as z from "zod";
import { defineArea } from "./endpoint";
import type { PermissionTree } from "./permission-tree";
import { instant } from "./schemas";

/** Beyond the specification: the state of the installation, for its operator (OP-06). */
export const systemPermissions = {
  view: "SystemView",
  place: 110,
  actions: [],
  sections: {},
  onlyInHost: "always",
} as const satisfies PermissionTree;

/** From the best to the worst. */
export const checkStates = ["fine", "look", "act"] as const;
export type CheckState = (typeof checkStates)[number];

export const systemCheck = z.object({
  /** Such as `database`. */
  id: z.string(),
  title: z.string(),
  state: z.enum(checkStates),
  /** The result, as a sentence in the caller's language. */
  text: z.string(),
  /** What to do, unless the state is fine. */
  remedy: z.string().optional(),
  /** A moment that belongs to the result, such as the end of a certificate. */
  at: instant.optional(),
});
export type SystemCheckResult = z.output<typeof systemCheck>;

export const systemReport = z.object({
  version: z.string(),
  checkedOn: instant,
  checks: z.array(systemCheck),
});
export type SystemReport = z.output<typeof systemReport>;

export const system = defineArea("system", {
  checks: {
    method: "GET",
    path: "/system/checks",
    access: ["SystemView"],
    summary: "The state of the installation: each check with its result and the remedy.",
    response: systemReport,
    capability: "system",
  },
});
