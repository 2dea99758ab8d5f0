import type * as z from "zod";
import type { AssignmentType } from "@/lib/contract/attribute-types";
import type {
  AttributeValue,
  attributeValueCreate,
  attributeValueEdit,
} from "@/lib/contract/attribute-values";
import type { Endpoint } from "@/lib/contract/endpoint";

/** Calls declared by `attributeEndpoints` of any area. */
export interface AttributeCalls {
  attributes: Endpoint;
  addAttribute: Endpoint & { affects: readonly string[] };
  saveAttribute: Endpoint;
  removeAttributes: Endpoint;
}

export interface AttributeSectionProps {
  calls: AttributeCalls;
  /** Prefix of the permissions of the record's actions. */
  view: `${string}View`;
  /** Kind of record that attributes are assigned to. */
  noun: AssignmentType;
  /** Path parameters of the record's calls, such as `{ roleId }`. */
  params: Readonly<Record<string, string>>;
  /** Why the record cannot be edited. */
  lockedReason?: string;
}

export type AttributeRow = AttributeValue;
export type NewValue = z.input<typeof attributeValueCreate>;
export type ChangedValue = z.input<typeof attributeValueEdit>;
