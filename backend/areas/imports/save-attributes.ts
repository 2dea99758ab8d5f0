import { attributeColumn } from "../../../lib/contract/attribute-columns";
import { invalid, RequestError } from "../../core/errors";
import type { Context } from "../../endpoint/route";
import type { GivenAttribute, Plan } from "./planned";
import type { ImportTarget } from "./targets";

/** @returns the versions of the values by attribute id */
export async function saveAttributes(
  context: Context,
  { attributes: call }: ImportTarget,
  { attributes, recordId = "" }: Extract<Plan, { outcome: "created" | "changed" }>,
): Promise<Record<string, number> | undefined> {
  if (attributes.length === 0 || !call) return undefined;
  try {
    const saved = await call.save.handle(context, { attributes }, recordId);
    const rows = saved as { attributeId: string; version: number }[];
    return Object.fromEntries(rows.map(({ attributeId, version }) => [attributeId, version]));
  } catch (error) {
    throw byField(error, attributes);
  }
}

/** Replaces positions of attributes in the call's errors by field names. */
function byField(error: unknown, attributes: readonly GivenAttribute[]): unknown {
  if (!(error instanceof RequestError) || error.fields.length === 0) return error;
  return invalid(
    error.fields.map((fault) => {
      const [, place] = /^attributes\.(\d+)\./.exec(fault.propertyName) ?? [];
      const { attributeId } = attributes[Number(place ?? -1)] ?? {};
      return attributeId ? { ...fault, propertyName: attributeColumn(attributeId) } : fault;
    }),
  );
}
