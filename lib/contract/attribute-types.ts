/** What an attribute holds, by the ids that never change; small on purpose, because pages that show values import it. */
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

/** The kinds of records that attributes are assigned to, by ids that never change. */
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

/** Records whose list has attributes as columns, for those who see the attributes of one record. */
export interface Attributed {
  /** What they are called in assignments. */
  kind: AssignmentType;
  permission: `${string}_AttributeSection`;
}

/** Attributes that a list answers at once, at most. */
export const maxAttributeColumns = 10;

/** The options of an attribute that are kept as JSON in its format; which ones depends on its type. */
export interface AttributeOptions {
  /** Decimals of a number; as many as are entered without it. */
  decimalScale: number | null;
  /** What a number is calculated from, such as `price * amount`. */
  calculatedAttribute: string;
  trueCaption: string;
  falseCaption: string;
  hideCaption: boolean;
  showTimeSelect: boolean;
  showSignaturePad: boolean;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  /** `sm`, `lg`, or empty for that of other texts. */
  fontSize: string;
}

/** The types whose format is JSON, with the options that each has. */
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
/** How many rows a text area has; the default where nothing is said. */
export const textareaRows = ["", "5", "10", "15", "20"] as const;

interface Described {
  attributeTypeId: string;
  attributeFormat: string;
}

/** The options that a format says; none where it is not JSON. */
export function optionsIn({ attributeTypeId, attributeFormat }: Described): Partial<AttributeOptions> {
  if (!hasOptions(attributeTypeId) || attributeFormat === "") return {};
  try {
    const read: unknown = JSON.parse(attributeFormat);
    return typeof read === "object" && read !== null ? (read as Partial<AttributeOptions>) : {};
  } catch {
    return {};
  }
}

/** Values separated by `;`, without blanks around them and each once. */
export function separatedValues(text: string): string[] {
  return [...new Set(text.split(";").map((value) => value.trim()))].filter((value) => value !== "");
}

/** Whether somebody enters a value: a heading has none, and a calculated number is the server's. */
export function isEntered(attribute: Described): boolean {
  const { attributeTypeId } = attribute;
  return (
    attributeTypeId !== "None" && attributeTypeId !== "Layout" && !optionsIn(attribute).calculatedAttribute
  );
}
