import type { GivenAttributeValue } from "../../../lib/contract/attribute-values";
import type { ErrorBody } from "../../../lib/contract/errors";
import type { Raw } from "../../attributes/values";
import type { Cell } from "./file/cell";
import type { RowValues } from "./read-row";
import type { ShownValue } from "./shown";

/** A stored row. */
export interface KeptRow {
  rowNumber: number;
  cells: readonly Cell[];
  /** An earlier row of the same record. */
  twin: number | null;
}

export interface OfRow {
  rowNumber: number;
  recordId?: string;
}

/** An attribute value as input of the call that saves it. */
export interface GivenAttribute {
  attributeId: string;
  attributeValue: GivenAttributeValue;
}

/** The planned changes of a row; `before` has attribute values by field name. */
export type Plan = OfRow &
  (
    | { outcome: "faulty"; error: ErrorBody }
    | { outcome: "unchanged" }
    | {
        outcome: "created";
        body: unknown;
        attributes: readonly GivenAttribute[];
        shown: readonly ShownValue[];
      }
    | {
        outcome: "changed";
        /** Undefined if only attributes change. */
        body: unknown;
        attributes: readonly GivenAttribute[];
        fields: string[];
        before: Record<string, unknown>;
        shown: readonly ShownValue[];
      }
  );

export type ReadRow = KeptRow & RowValues;

/** Values by attribute id. */
export type AttributesOfRecord = ReadonlyMap<string, Raw>;

/** An executed plan, with the new versions of attribute values. */
export type Carried = Plan & { versions?: Record<string, number> };
