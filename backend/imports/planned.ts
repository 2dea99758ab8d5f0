import type { GivenAttributeValue } from "../../lib/contract/attribute-values";
import type { ErrorBody } from "../../lib/contract/errors";
import type { Raw } from "../attributes/values";
import type { Cell } from "./file/cell";
import type { RowValues } from "./read-row";
import type { ShownValue } from "./shown";

/** A row as it is kept. */
export interface KeptRow {
  rowNumber: number;
  cells: readonly Cell[];
  /** The row of the same record before it. */
  twin: number | null;
}

export interface OfRow {
  rowNumber: number;
  recordId?: string;
}

/** Values of attributes as the call that saves them takes them. */
export interface GivenAttribute {
  attributeId: string;
  attributeValue: GivenAttributeValue;
}

/** What is to become of a row; `before` has values of attributes under the names of their fields. */
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
        /** None where attributes alone change. */
        body: unknown;
        attributes: readonly GivenAttribute[];
        fields: string[];
        before: Record<string, unknown>;
        shown: readonly ShownValue[];
      }
  );

export type ReadRow = KeptRow & RowValues;

/** By the ids of attributes. */
export type AttributesOfRecord = ReadonlyMap<string, Raw>;

/** With the versions that values of attributes have by then. */
export type Carried = Plan & { versions?: Record<string, number> };
