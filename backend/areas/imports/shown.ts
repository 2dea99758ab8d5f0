import { optionsIn } from "../../../lib/contract/attribute-types";
import type { RecordColumnKind } from "../../../lib/contract/column-traits";
import { intlLocale } from "../../../lib/format/intl-locale";
import { exactDigits } from "../../../lib/format/typed-number";
import type { Language } from "../../../lib/preferences/preferences";
import type { StoredValue } from "../../attributes/read-value";
import type { AssignedAttribute } from "../../attributes/values";
import { areaTexts } from "../../core/area-texts";
import { exportTexts } from "../../export/texts";
import type { Reader } from "./read-cell";

/** A field's new and current value as displayed text; empty for no value. */
export interface ShownValue {
  field: string;
  value: string;
  /** Undefined for a new record. */
  before?: string;
}

const maxLength = 200;

/** Formats a field's value for the owner, with grouped thousands to avoid misreading. */
export function shownValue(
  { area, name, kind }: { area: string; name: string; kind: RecordColumnKind },
  value: unknown,
  reader: Reader,
): string {
  if (value === null || value === undefined) return "";
  const { language } = reader;
  switch (kind) {
    case "int":
    case "number":
      return typeof value === "number" ? shownNumber(value, language) : String(value);
    case "flag":
      return shownFlag(value === true, language);
    case "day":
      return shownDay(String(value), language);
    case "instant":
      return shownMoment(value, reader);
    case "choice":
      return areaTexts[language].choices[area]?.[name]?.[String(value)] ?? String(value);
    default:
      return String(value).slice(0, maxLength);
  }
}

type AttributeValue = Partial<Record<keyof StoredValue, unknown>> & { attributeValueName?: unknown };

/** The same for an attribute. */
export function shownAttribute(
  attribute: AssignedAttribute,
  value: AttributeValue | undefined,
  reader: Reader,
): string {
  if (!value) return "";
  const { language } = reader;
  if (value.numberValue != null) return shownNumber(Number(value.numberValue), language);
  if (typeof value.booleanValue === "boolean") {
    const { trueCaption, falseCaption } = optionsIn(attribute);
    return (value.booleanValue ? trueCaption : falseCaption) || shownFlag(value.booleanValue, language);
  }
  if (value.dayValue) return shownDay(String(value.dayValue), language);
  if (value.momentValue) return shownMoment(value.momentValue, reader);
  const signature = value.signature as { signatureName?: string } | null | undefined;
  const text =
    signature?.signatureName ?? (value.attributeValueName || value.valueName || value.textValue || "");
  return String(text)
    .replaceAll(";", attribute.attributeTypeId === "Checkboxes" ? ", " : ";")
    .slice(0, maxLength);
}

const shownNumber = (value: number, language: Language) =>
  new Intl.NumberFormat(intlLocale(language), {
    maximumSignificantDigits: exactDigits,
    // By default Polish and others group only from five digits.
    useGrouping: "always",
  }).format(value);

function shownFlag(value: boolean, language: Language): string {
  const { yes, no } = exportTexts(language, "users");
  return value ? yes : no;
}

const shownDay = (day: string, language: Language) =>
  new Intl.DateTimeFormat(intlLocale(language), { dateStyle: "medium", timeZone: "UTC" }).format(
    Date.parse(day),
  );

const shownMoment = (value: unknown, { language, timeZone = "UTC" }: Reader) =>
  new Intl.DateTimeFormat(intlLocale(language), { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    new Date(value as string),
  );
