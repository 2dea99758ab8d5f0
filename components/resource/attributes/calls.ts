import type * as z from "zod";
import type { AssignmentType } from "@/lib/contract/attribute-types";
import type {
  AttributeValue,
  attributeValueCreate,
  attributeValueEdit,
} from "@/lib/contract/attribute-values";
import type { Endpoint } from "@/lib/contract/endpoint";

/** The calls that `attributeEndpoints` declares, of any area. */
export interface AttributeCalls {
  attributes: Endpoint;
  addAttribute: Endpoint & { affects: readonly string[] };
  saveAttribute: Endpoint;
  removeAttributes: Endpoint;
}

export interface AttributeSectionProps {
  calls: AttributeCalls;
  /** By which the permissions of the record's actions are named. */
  view: `${string}View`;
  /** The kind of record that attributes are assigned to. */
  noun: AssignmentType;
  /** Of the record's calls, such as `{ roleId }`. */
  params: Readonly<Record<string, string>>;
  /** Why nobody can edit the record. */
  lockedReason?: string;
}

export type AttributeRow = AttributeValue;
export type NewValue = z.input<typeof attributeValueCreate>;
export type ChangedValue = z.input<typeof attributeValueEdit>;
