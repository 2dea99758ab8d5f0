/** The types of attributes, by permanent ids. A small file, because pages that show values import it. */
export const attributeTypes = [
  "None",
  "String",
  "Number",
  "Boolean",
  "DateTime",
  "DetailTable",
  "CSV",
  "Layout",
  "Signature",
  "Radios",
  "Checkboxes",
  "Textarea",
] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** The kinds of records that attributes are assigned to, by permanent ids. */
export const assignmentTypes = [
  "assetType",
  "businessPartnerType",
  "projectType",
  "childAssets",
  "form",
  "attachment",
  "role",
  "user",
] as const;
export type AssignmentType = (typeof assignmentTypes)[number];

/** Records with attributes as columns of their list, for users who see the attributes of one record. */
export interface Attributed {
  /** The kind in assignments. */
  kind: AssignmentType;
  permission: `${string}_AttributeSection`;
}

/** Maximum number of attributes in one list response. */
export const maxAttributeColumns = 10;

/** Options of an attribute that its format stores as JSON, depending on its type. */
export interface AttributeOptions {
  /** Decimals of a number; unlimited if null. */
  decimalScale: number | null;
  /** Expression that computes a number, such as `price * amount`. */
  calculatedAttribute: string;
  trueCaption: string;
  falseCaption: string;
  hideCaption: boolean;
  showTimeSelect: boolean;
  showSignaturePad: boolean;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  /** `sm`, `lg`, or empty for the normal size. */
  fontSize: string;
}

/** The types with a JSON format, and their options. */
export const optionsOfType = {
  Number: ["decimalScale", "calculatedAttribute"],
  Boolean: ["trueCaption", "falseCaption", "hideCaption"],
  DateTime: ["showTimeSelect"],
  Layout: ["bold", "italic", "underline", "fontSize"],
  Signature: ["showSignaturePad"],
} as const satisfies Partial<Record<AttributeType, readonly (keyof AttributeOptions)[]>>;

export const hasOptions = (type: string): type is keyof typeof optionsOfType =>
  Object.hasOwn(optionsOfType, type);

export const defaultTextareaRows = 5;
/** Choices for the rows of a text area; empty is the default. */
export const textareaRows = ["", "5", "10", "15", "20"] as const;

interface Described {
  attributeTypeId: string;
  attributeFormat: string;
}

/** The options of a format; empty if it is not JSON. */
export function optionsIn({ attributeTypeId, attributeFormat }: Described): Partial<AttributeOptions> {
  if (!hasOptions(attributeTypeId) || attributeFormat === "") return {};
  try {
    const read: unknown = JSON.parse(attributeFormat);
    return typeof read === "object" && read !== null ? (read as Partial<AttributeOptions>) : {};
  } catch {
    return {};
  }
}

/** Splits values separated by `;`, trimmed and without duplicates. */
export function separatedValues(text: string): string[] {
  return [...new Set(text.split(";").map((value) => value.trim()))].filter((value) => value !== "");
}

/** Whether users enter a value: headings have none, and the server computes calculated numbers. */
export function isEntered(attribute: Described): boolean {
  const { attributeTypeId } = attribute;
  return (
    attributeTypeId !== "None" && attributeTypeId !== "Layout" && !optionsIn(attribute).calculatedAttribute
  );
}
