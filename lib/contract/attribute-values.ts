import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import { exactText } from "../validation/text";
import { attributeTypes, maxAttributeColumns } from "./attribute-types";
import type { EndpointDeclaration } from "./endpoint";
import { attributeOfColumn } from "./filters";
import { changePrefix, declareChanges } from "./history";
import { instant, listQuery, listResponse, nothing, recordId, recordVersion, repeated } from "./schemas";

/** A signature as sent by callers; the server adds the signer and time. */
const signature = z.object({
  signatureName: exactText(0, 200),
  approvedSignature: exactText(0, 300_000),
  userId: exactText(0, 64).nullable().optional(),
  signatureDate: exactText(0, 40).nullable().optional(),
});

/** A value by type: text, `true` or `false`, entries joined by `;`, a number, or a signature, optionally as JSON text. */
const givenValue = z
  .union([exactText(0, 400_000), z.number(), z.boolean(), signature])
  .nullable()
  .optional();
export type GivenAttributeValue = z.output<typeof givenValue>;

const value = {
  attributeId: z.string(),
  attributeName: z.string(),
  attributeTypeId: z.enum(attributeTypes),
  attributeFormat: z.string(),
  attributeCsvValues: z.string(),
  dependentAttributeId: z.string().nullable(),
  dependentPropertyId: z.string(),
  /** Text, or a number for that type; null if empty; a signature is JSON text. */
  attributeValue: z.union([z.string(), z.number()]).nullable(),
  /** Name of the chosen DetailTable entry. */
  attributeValueName: z.string(),
  /** Whether records of this kind require a value. Beyond the specification. */
  isRequired: z.boolean(),
  createdOn: instant,
  createdBy: z.string(),
  updatedOn: instant.nullable(),
  updatedBy: z.string().nullable(),
  /** Increased with each change of the value. Beyond the specification. */
  version: recordVersion.optional(),
};

export const attributeValueCreate = z.object({
  attributeId: recordId,
  attributeValue: givenValue,
  attributeValueName: exactText(0, 400).optional(),
});
/** Missing fields stay unchanged. */
export const attributeValueEdit = attributeValueCreate.extend({
  attributeId: recordId.optional(),
  version: recordVersion.optional(),
});

/** Maximum number of attributes saved in one call. */
export const maxAttributesAtOnce = 100;

export const attributeValuesSave = z.object({
  attributes: z
    .array(attributeValueCreate.extend({ version: recordVersion.optional() }))
    .min(1)
    .max(maxAttributesAtOnce),
});

/** A value of an area's records; its id is named after their kind, such as `roleAttributeId`. */
export type AttributeValue<Noun extends string = string> = z.output<z.ZodObject<typeof value>> & {
  [Id in `${Noun}AttributeId`]: string;
};

/** The requested values of a list row, by attribute id; attributes without a value are omitted. */
export const listedAttributes = z
  .record(
    z.string(),
    z.object({ attributeValue: value.attributeValue.unwrap(), attributeValueName: z.string() }),
  )
  .optional();
export type ListedAttributes = NonNullable<z.output<typeof listedAttributes>>;

/** Attribute ids to include in each row of a list: separated by commas, or repeated. */
export const attributesQuery = z
  .preprocess(
    (given) =>
      given === undefined
        ? given
        : [given].flat().flatMap((ids) => (typeof ids === "string" ? ids.split(",") : ids)),
    z.array(recordId).max(maxAttributeColumns).optional(),
  )
  .meta({
    description:
      "Ids of attributes whose values come with each row: as one text separated by commas, or repeated.",
  }) as unknown as z.ZodOptional<z.ZodType<string[], string | readonly string[]>>;

/** One of a list's columns, or `attributes.<id>`; see `lib/contract/attribute-columns.ts`. */
export function orAttribute<Names extends z.ZodEnum>(names: Names): Names {
  const options = [...names.options, "attributes.…"].join(", ");
  const attribute = z
    .string()
    .max(100)
    .toLowerCase()
    .refine((name) => attributeOfColumn(name) !== undefined, {
      params: { rule: "oneOf", options } satisfies RuleParams,
    });
  return z.union([names, attribute]) as unknown as Names;
}

/**
 * The calls for the attributes of an area's records: visible with the permission for the attribute section, editable with
 * that for editing the record. Permissions name the section: `sections: { AttributeSection: [] }`.
 * @param path of one record, such as `/roles/:roleId`
 * @param noun singular name of a record, such as `role`
 */
export function attributeEndpoints<
  const Area extends string,
  const Path extends string,
  const Noun extends string,
  const View extends `${string}View`,
>(area: Area, path: Path, noun: Noun, view: View) {
  const maySee = [view, `${view}_AttributeSection`] as const;
  const mayEdit = [...maySee, `${view}_EditAction`] as const;
  declareChanges(
    ["Added", "Changed", "Removed"].map((what) => `${changePrefix(noun)}Attribute${what}`),
    ...maySee,
  );
  const affects = [area] as const;
  const id = `${noun}AttributeId` as const;
  const row = z.object({ ...value, [id]: z.string() }) as unknown as z.ZodObject<
    typeof value & { [Name in typeof id]: z.ZodString }
  >;
  const ids = { [`${id}s`]: repeated(recordId).optional(), ids: repeated(recordId).optional() } as {
    [Name in `${typeof id}s` | "ids"]: z.ZodOptional<z.ZodType<string[], string[]>>;
  };
  return {
    attributes: {
      method: "GET",
      path: `${path}/attributes`,
      access: maySee,
      summary: "A page of the record's attributes, with their values.",
      query: listQuery(["attributeName", "createdOn", "updatedOn"]),
      response: listResponse(row),
    },
    addAttribute: {
      method: "POST",
      path: `${path}/attributes`,
      access: mayEdit,
      summary:
        "Adds an attribute with its value to the record; returns the new id. 400 if the attribute is assigned only to other types of records.",
      affects,
      body: attributeValueCreate,
      response: z.string(),
    },
    saveAttribute: {
      method: "PUT",
      path: `${path}/attributes/:${id}`,
      access: mayEdit,
      summary:
        "Saves the value of an attribute of the record; 409 with the stored value if `version` is outdated.",
      affects,
      body: attributeValueEdit,
      response: row,
    },
    saveAttributes: {
      method: "PUT",
      path: `${path}/attributes`,
      access: mayEdit,
      summary:
        "Saves values of several attributes of the record, all or none, whether it already had them or not; returns them in the same order. 409 with the stored values if a `version` is outdated.",
      affects,
      body: attributeValuesSave,
      response: z.array(row),
      capability: "attributes-at-once",
    },
    removeAttributes: {
      method: "DELETE",
      path: `${path}/attributes`,
      access: mayEdit,
      summary: `Removes attributes with their values from the record, by \`${id}s\` or \`ids\`.`,
      affects,
      query: z.object(ids).refine((given) => Object.values(given).some((list) => list !== undefined), {
        params: { rule: "required" },
        path: [`${id}s`],
      }),
      response: nothing,
    },
  } as const satisfies Record<string, EndpointDeclaration>;
}
