import * as z from "zod";
import { fieldName } from "../validation/rules";
import { text } from "../validation/text";
import { type AttributeOptions, assignmentTypes, attributeTypes } from "./attribute-types";
import { defineArea } from "./endpoint";
import { declareChanges } from "./history";
import { defineList } from "./lists";
import { column, defineRecords } from "./records";
import { nothing, orAsText, recordId, recordVersion, repeated } from "./schemas";

/** Options of a JSON format, returned besides it. */
const option = { readOnly: true, listed: false } as const;
/** Depends on the type, so cannot be changed in bulk. */
const ofType = { listed: false, bulk: false } as const;

export const attributeRecords = defineRecords("attributes", {
  record: "attribute",
  name: "attributeName",
  view: "AttributeView",
  place: 25,
  sections: { AssignmentSection: ["AddAction", "DeleteAction"] },
  columns: {
    attributeName: column.text(100, {
      required: true,
      unique: true,
      searched: true,
      schema: fieldName().min(1),
    }),
    attributeTypeId: column.choice(attributeTypes, { bulk: false }),
    attributeFormat: column.text(2000, ofType),
    /** The choices, separated by `;`. */
    attributeCsvValues: column.text(4000, ofType),
    trueCaption: column.text(100, option),
    falseCaption: column.text(100, option),
    hideCaption: column.flag(option),
    decimalScale: column.int({ ...option, optional: true, min: 0, max: 10 }),
    calculatedAttribute: column.text(500, option),
    showTimeSelect: column.flag(option),
    showSignaturePad: column.flag(option),
    bold: column.flag(option),
    italic: column.flag(option),
    underline: column.flag(option),
    fontSize: column.text(2, option),
    /** For a DetailTable: the attribute that provides a value for the endpoint, and the parameter's name. */
    dependentAttributeId: column.text(64, { ...ofType, optional: true, schema: recordId }),
    dependentPropertyId: column.text(100, ofType),
    assetTypeIds: column.ids(500, ofType),
    assignmentCount: column.int({ readOnly: true, sorted: false, filtered: false, min: 0 }),
    /** Whether records have values of it: then its type is fixed. */
    isUsed: column.flag({ readOnly: true, listed: false }),
  },
  affects: {
    create: ["attributes", "dictionaries"],
    save: ["attributes", "dictionaries", "roles", "attachments", "users"],
    remove: ["attributes", "dictionaries", "roles", "attachments", "users"],
  },
  summaries: {
    remove:
      "Archives attributes; 409 `attributeInUse` without isProceed while records have values of one of them.",
  },
});
export const attributePermissions = attributeRecords.permissions;
declareChanges(
  ["AttributeAssigned", "AttributeAssignmentEdited", "AttributeAssignmentRemoved"],
  "AttributeView_AssignmentSection",
);

export type AttributeRow = z.output<typeof attributeRecords.row>;
export type AttributeDetail = z.output<typeof attributeRecords.detail>;

/** The options as separate values; together they form a JSON format. */
export const attributeOptions = {
  trueCaption: text(100).optional(),
  falseCaption: text(100).optional(),
  hideCaption: z.boolean().optional(),
  decimalScale: z.int().min(0).max(10).nullable().optional(),
  calculatedAttribute: text(500).optional(),
  showTimeSelect: z.boolean().optional(),
  showSignaturePad: z.boolean().optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  fontSize: z.enum(["", "sm", "lg"]).optional(),
} satisfies { [Name in keyof AttributeOptions]: z.ZodType };

const required = { params: { rule: "required" } } as const;
interface Described {
  attributeTypeId?: string;
  attributeFormat?: string;
  attributeCsvValues?: string;
}
const hasEndpoint = ({ attributeTypeId, attributeFormat }: Described) =>
  attributeTypeId !== "DetailTable" || attributeFormat !== "";
const hasValues = ({ attributeTypeId, attributeCsvValues }: Described) =>
  attributeTypeId !== "CSV" || attributeCsvValues !== "";

export const attributeCreate = attributeRecords.create
  .extend(attributeOptions)
  .refine(hasEndpoint, { ...required, path: ["attributeFormat"] })
  .refine(hasValues, { ...required, path: ["attributeCsvValues"] });

export const attributeEdit = attributeRecords.edit.extend(attributeOptions);

/** Schema of the form that edits an attribute, which sends all fields. */
export const attributeForm = attributeEdit
  .refine(hasEndpoint, { ...required, path: ["attributeFormat"] })
  .refine(hasValues, { ...required, path: ["attributeCsvValues"] });

const unfiltered = { filtered: false } as const;

export const attributeAssignmentList = defineList({
  attributeAssignmentId: z.string(),
  attributeName: column.readText(unfiltered),
  attributeAssignmentTypeId: z.enum(assignmentTypes),
  attributeAssignmentTypeName: column.readText(unfiltered),
  subtype: column.readText(unfiltered),
  /** For forms only. */
  isGlobalFormDefinition: column.flag(unfiltered),
  /** Records of the type require a value. Beyond the specification. */
  isRequired: column.flag(unfiltered),
  createdOn: column.instant(unfiltered),
  createdBy: column.actor(unfiltered),
  /** Increased with each change. Beyond the specification. */
  version: recordVersion.optional(),
});
export type AttributeAssignment = z.output<typeof attributeAssignmentList.row>;

export const attributeAssignmentCreate = z.object({
  attributeAssignmentTypeId: z.enum(assignmentTypes),
  isGlobalFormDefinition: z.boolean().default(false),
  subtype: text(100).default(""),
  isRequired: z.boolean().default(false),
});
/** Omitted fields stay unchanged. */
export const attributeAssignmentEdit = z.object({
  attributeAssignmentTypeId: z.enum(assignmentTypes).optional(),
  isGlobalFormDefinition: z.boolean().optional(),
  subtype: text(100).optional(),
  isRequired: z.boolean().optional(),
  version: recordVersion.optional(),
});

const seesAssignments = ["AttributeView", "AttributeView_AssignmentSection"] as const;

export const attributes = {
  ...attributeRecords.calls,
  create: { ...attributeRecords.calls.create, body: attributeCreate },
  save: { ...attributeRecords.calls.save, body: attributeEdit },
  remove: {
    ...attributeRecords.calls.remove,
    query: z.object({ attributeIds: repeated(recordId), isProceed: orAsText(z.boolean()).optional() }),
  },
  ...defineArea("attributes", {
    assignments: {
      method: "GET",
      path: "/attributes/:attributeId/assignments",
      access: seesAssignments,
      summary: "A page of the types of records that the attribute is offered for.",
      ...attributeAssignmentList.page,
    },
    addAssignment: {
      method: "POST",
      path: "/attributes/:attributeId/assignments",
      access: [...seesAssignments, "AttributeView_AssignmentSection_AddAction"],
      summary: "Offers the attribute for a type of record; returns the new id.",
      affects: ["attributes", "dictionaries"],
      body: attributeAssignmentCreate,
      response: z.string(),
    },
    saveAssignment: {
      method: "PUT",
      path: "/attributes/:attributeId/assignments/:attributeAssignmentId",
      access: [
        ...seesAssignments,
        "AttributeView_AssignmentSection_AddAction",
        "AttributeView_AssignmentSection_DeleteAction",
      ],
      summary:
        "Changes an assignment, which needs the permissions to add and to remove one; existing values are kept. 409 with the stored one if `version` is outdated.",
      affects: ["attributes", "dictionaries"],
      body: attributeAssignmentEdit,
      response: attributeAssignmentList.row,
      capability: "assignment-changes",
    },
    removeAssignments: {
      method: "DELETE",
      path: "/attributes/:attributeId/assignments",
      access: [...seesAssignments, "AttributeView_AssignmentSection_DeleteAction"],
      summary: "Removes assignments; existing values are kept.",
      affects: ["attributes", "dictionaries"],
      query: z.object({ attributeAssignmentIds: repeated(recordId) }),
      response: nothing,
    },
  }),
};
