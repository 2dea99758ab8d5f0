import {
  type AttributeType,
  isEntered,
  optionsIn,
  separatedValues,
} from "../../lib/contract/attribute-types";
import type { GivenAttributeValue } from "../../lib/contract/attribute-values";
import { isDay, readInstant } from "../../lib/format/calendar";
import { exactDigits, readNumber, significantDigits, writeNumber } from "../../lib/format/typed-number";
import { text } from "../../lib/validation/text";
import { type FieldFault, invalid } from "../core/errors";
import { largest } from "./formula";

/** The parts of an attribute that concern its values. */
export interface ValueAttribute {
  attributeId: string;
  attributeName: string;
  attributeTypeId: AttributeType;
  attributeFormat: string;
  attributeCsvValues: string;
}

/** A value in columns by kind; all null or empty means no value. */
export interface StoredValue {
  textValue: string;
  valueName: string;
  numberValue: string | null;
  booleanValue: boolean | null;
  dayValue: string | null;
  momentValue: string | null;
  signature: { signatureName: string; approvedSignature: string } | null;
}

export const noValue: StoredValue = {
  textValue: "",
  valueName: "",
  numberValue: null,
  booleanValue: null,
  dayValue: null,
  momentValue: null,
  signature: null,
};

/** Whether a value was entered; a required checkbox must be true. */
export function isFilled(value: StoredValue): boolean {
  return Boolean(
    value.textValue ||
      value.numberValue !== null ||
      value.booleanValue ||
      value.dayValue ||
      value.momentValue ||
      value.signature,
  );
}

const refused = (rule: FieldFault["rule"], values?: FieldFault["values"]) =>
  invalid([{ propertyName: "attributeValue", rule, values }]);

const isNothing = (given: GivenAttributeValue): given is null | undefined | "" =>
  given === undefined || given === null || (typeof given === "string" && given.trim() === "");

/** The parts of a record's value that stay allowed after its attribute has changed. */
interface KeptValue {
  textValue?: unknown;
  numberValue?: unknown;
}

/**
 * Validates a value by its attribute's type and converts it for storage (AA-01). The caller looks up DetailTable
 * entries.
 * @param kept the record's current value, which may stay even if its attribute has become stricter since (FM-10)
 * @throws {RequestError} 400 on `attributeValue`, with the violated rule
 */
export function readValue(
  attribute: ValueAttribute,
  given: GivenAttributeValue,
  kept: KeptValue = {},
): StoredValue {
  if (isNothing(given)) return noValue;
  if (!isEntered(attribute))
    throw refused(optionsIn(attribute).calculatedAttribute ? "calculatedAttribute" : "attributeWithoutValue");
  const { attributeTypeId } = attribute;
  switch (attributeTypeId) {
    case "Number":
      return { ...noValue, numberValue: numberOf(given, optionsIn(attribute).decimalScale, kept) };
    case "Boolean":
      return { ...noValue, booleanValue: booleanOf(given) };
    case "DateTime":
      return momentOf(textOf(given, 40));
    case "Signature":
      return signatureOf(given);
    case "CSV":
    case "Radios":
      return { ...noValue, textValue: chosen(attribute, textOf(given, 4000), kept) };
    case "Checkboxes":
      return {
        ...noValue,
        textValue: separatedValues(textOf(given, 4000))
          .map((one) => chosen(attribute, one, kept))
          .join(";"),
      };
    case "Textarea":
      return { ...noValue, textValue: textOf(given, 10_000) };
    default:
      return { ...noValue, textValue: textOf(given, 1000) };
  }
}

function textOf(given: GivenAttributeValue, max: number): string {
  if (typeof given !== "string") throw refused("invalid");
  const read = text(max).safeParse(given);
  if (read.success) return read.data;
  throw given.trim().length > max ? refused("maxLength", { max }) : refused("controlCharacters");
}

/** @returns its digits, to avoid a loss of precision */
function numberOf(
  given: GivenAttributeValue,
  decimals: number | null | undefined,
  { numberValue }: KeptValue,
): string {
  if (typeof given !== "number" && typeof given !== "string") throw refused("number");
  const number = typeof given === "number" ? given : readNumber(given, { isWhole: decimals === 0 });
  if (number === undefined)
    throw significantDigits(String(given)) > exactDigits && /^[\s\d.,'’+-]+$/.test(String(given))
      ? refused("digits", { max: exactDigits })
      : refused("number");
  if (!Number.isFinite(number) || Math.abs(number) >= largest) throw refused("lessThan", { max: largest });
  const digits = plainDigits(number);
  if (decimals != null && number !== numberValue && (digits.split(".")[1] ?? "").length > decimals)
    throw refused("decimals", { max: decimals });
  return digits;
}

const plainDigits = (number: number) => writeNumber(number, "en");

function booleanOf(given: GivenAttributeValue): boolean {
  const said = typeof given === "string" ? given.trim().toLowerCase() : given;
  if (said === true || said === "true") return true;
  if (said === false || said === "false") return false;
  throw refused("oneOf", { options: "true, false" });
}

/** Keeps a day a day and a moment a moment, regardless of the attribute's current setting (FM-10). */
function momentOf(given: string): StoredValue {
  if (isDay(given)) return { ...noValue, dayValue: given };
  const instant = readInstant(given);
  if (instant === undefined) throw refused("dateTime");
  return { ...noValue, momentValue: instant };
}

function chosen(
  { attributeCsvValues }: ValueAttribute,
  given: string,
  { textValue = "" }: KeptValue,
): string {
  const values = separatedValues(attributeCsvValues);
  if (values.includes(given) || separatedValues(String(textValue)).includes(given)) return given;
  throw values.length === 0
    ? refused("attributeFormatMissing")
    : refused("oneOf", { options: values.join(", ") });
}

function signatureOf(given: GivenAttributeValue): StoredValue {
  const read = typeof given === "string" ? parsed(given) : given;
  // Refuses other types instead of treating them as empty, which would remove the signature.
  if (typeof read !== "object" || read === null || !("signatureName" in read)) throw refused("signature");
  const { signatureName, approvedSignature = "" } = read as Record<string, unknown>;
  const name = textOf(signatureName as string, 200);
  if (typeof approvedSignature !== "string" || approvedSignature.length > 300_000) throw refused("signature");
  if (
    approvedSignature !== "" &&
    !/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+=*$/.test(approvedSignature)
  )
    throw refused("signature");
  if (name === "" && approvedSignature === "") return noValue;
  if (name === "") throw refused("signatureName");
  return { ...noValue, signature: { signatureName: name, approvedSignature } };
}

function parsed(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}
