/** Display types of stored values (FM-05). */
export const displayTypes = [
  "text",
  "date",
  "file",
  "none",
  "html",
  "dateTime",
  "attribute",
  "any",
  "archived",
  "boolean",
  "textarea",
  "time",
  "attachment",
] as const;
export type DisplayType = (typeof displayTypes)[number];

/** Value of `file`: a chosen file, or the metadata of a stored one. */
export interface FileValue {
  name: string;
  /** Bytes. */
  size?: number;
}

/** Value of `attachment`. */
export interface AttachmentValue {
  attachmentId: string;
  fileName: string;
}

/** Value of `attribute`, displayed according to its type (AA-01). */
export interface AttributeValue {
  attributeName?: string;
  attributeType: keyof typeof attributeDisplayTypes;
  value: unknown;
}

export const attributeDisplayTypes = {
  None: "none",
  String: "text",
  Number: "any",
  Boolean: "boolean",
  // A day if the attribute has no time.
  DateTime: "any",
  DetailTable: "text",
  CSV: "any",
  Layout: "none",
  Signature: "any",
  Radios: "text",
  Checkboxes: "any",
  Textarea: "textarea",
} as const satisfies Record<string, DisplayType>;

/** Whether a value is empty. Zero and false are values. */
export function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** Guesses the display type of an untyped value. */
export function guessType(value: unknown): Exclude<DisplayType, "any" | "none"> {
  if (typeof value === "boolean") return "boolean";
  if (typeof value !== "string") {
    if (isAttributeValue(value)) return "attribute";
    return isFileValue(value) ? "file" : isAttachmentValue(value) ? "attachment" : "text";
  }
  if (instant.test(value)) return "dateTime";
  if (day.test(value)) return "date";
  return value.includes("\n") ? "textarea" : "text";
}

export function isFileValue(value: unknown): value is FileValue {
  return hasText(value, "name") && !hasText(value, "attachmentId");
}

export function isAttachmentValue(value: unknown): value is AttachmentValue {
  return hasText(value, "attachmentId") && hasText(value, "fileName");
}

export function isAttributeValue(value: unknown): value is AttributeValue {
  return hasText(value, "attributeType") && (value.attributeType as string) in attributeDisplayTypes;
}

function hasText<Name extends string>(value: unknown, name: Name): value is Record<Name, string> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Record<string, unknown>)[name] === "string"
  );
}
