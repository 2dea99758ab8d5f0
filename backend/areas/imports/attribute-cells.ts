import { isEntered, optionsIn, separatedValues } from "../../../lib/contract/attribute-types";
import type { GivenAttributeValue } from "../../../lib/contract/attribute-values";
import { fold } from "../../../lib/format/fold";
import { wallClock } from "../../../lib/format/zone";
import { dictionaryOf, optionsNamed } from "../../attributes/dictionaries";
import { isFilled, noValue, type StoredValue } from "../../attributes/read-value";
import type { AssignedAttribute, Raw } from "../../attributes/values";
import { isPermitted } from "../../endpoint/permission";
import type { Context } from "../../endpoint/route";
import { type Cell, heldValue, isEmpty, isFault, textOfCell } from "./file/cell";
import { dayOf, flagOf, momentOf, numberOf, type Read, type Reader, textOf, unreadable } from "./read-cell";

/** DetailTable options named in a file, by attribute. */
export type NamedOptions = ReadonlyMap<string, readonly { id: string; name: string }[]>;

/** Looks up the options in DetailTable cells, as far as visible to the caller. */
export async function namedOptions(
  { db, user }: Context,
  columns: readonly { attribute: AssignedAttribute; cells: readonly Cell[] }[],
): Promise<NamedOptions> {
  const found = new Map<string, { id: string; name: string }[]>();
  for (const { attribute, cells } of columns) {
    const dictionary = dictionaryOf(attribute);
    if (attribute.attributeTypeId !== "DetailTable" || !dictionary) continue;
    const names = [...new Set(cells.map(textOfCell).filter(Boolean))];
    if (names.length > 0 && isPermitted(dictionary.access, user.permissions))
      found.set(attribute.attributeId, await optionsNamed(db, dictionary, names));
  }
  return found;
}

/** An attribute's value from a cell, in the form of user input; undefined leaves it unchanged. */
export type ReadAttribute = { given: GivenAttributeValue | undefined } | Extract<Read, { rule: unknown }>;

const unchanged = { given: undefined } as const;

/**
 * Reads an attribute's value in the format of exports (TL-03).
 * @param stored the value that the record has
 */
export function readAttribute(
  attribute: AssignedAttribute,
  cell: Cell,
  { reader, options, stored }: { reader: Reader; options: NamedOptions; stored?: Raw },
): ReadAttribute {
  if (isFault(cell)) return unreadable(cell);
  const isCalculated = !isEntered(attribute);
  // Adds a missing calculated value to the record, which then gets calculated.
  if (isCalculated) return stored || isEmpty(cell) ? unchanged : { given: null };
  if (isEmpty(cell)) {
    const isKept = attribute.attributeTypeId === "Signature" || hasValue(noValue, stored);
    return isKept ? unchanged : { given: null };
  }
  const text = textOfCell(cell);
  switch (attribute.attributeTypeId) {
    case "Number": {
      const isWhole = optionsIn(attribute).decimalScale === 0;
      return given(numberOf(cell, text, { isWhole, language: reader.language }));
    }
    case "Boolean":
      return given(readCaption(attribute, cell, text, reader));
    case "DateTime":
      return readDateTime(attribute, cell, text, { reader, stored });
    case "CSV":
    case "Radios":
      return { given: choiceOf(choices(attribute, stored), [text, String(heldValue(cell))]) ?? text };
    case "Checkboxes":
      return { given: severalOf(choices(attribute, stored), text) ?? text.replaceAll(",", ";") };
    case "DetailTable":
      return readOption(options.get(attribute.attributeId) ?? [], text, stored);
    case "Signature":
      return readSignature(text, stored);
    default:
      return given(textOf(text));
  }
}

const given = (read: Read): ReadAttribute =>
  "rule" in read ? read : { given: read.value as NonNullable<GivenAttributeValue> };

function readCaption(attribute: AssignedAttribute, cell: Cell, text: string, { language }: Reader): Read {
  const { trueCaption = "", falseCaption = "" } = optionsIn(attribute);
  const said = fold(text);
  if (trueCaption && fold(trueCaption) === said) return { value: true };
  if (falseCaption && fold(falseCaption) === said) return { value: false };
  return flagOf(cell, text, language);
}

/** Exports have days or minutes: keeps the stored moment if it exports as the same text. */
function readDateTime(
  attribute: AssignedAttribute,
  cell: Cell,
  text: string,
  { reader, stored }: { reader: Reader; stored?: Raw },
): ReadAttribute {
  const { timeZone = "UTC" } = reader;
  const storedMoment = stored?.momentValue ? new Date(stored.momentValue as string).getTime() : undefined;
  if (!optionsIn(attribute).showTimeSelect) {
    const read = dayOf(cell, text, reader.language);
    if ("rule" in read) return read;
    const isSame =
      storedMoment !== undefined &&
      new Date(wallClock(storedMoment, timeZone)).toISOString().slice(0, 10) === read.value;
    return isSame ? unchanged : given(read);
  }
  const read = momentOf(cell, text, reader);
  if ("rule" in read) return read;
  const moment = Date.parse(read.value as string);
  const isMinute = storedMoment !== undefined && sameMinute(storedMoment, moment);
  const wall = new Date(wallClock(moment, timeZone)).toISOString();
  const isDay = stored?.dayValue === wall.slice(0, 10) && wall.slice(11, 16) === "00:00";
  return isMinute || isDay ? unchanged : given(read);
}

export const sameMinute = (one: number, other: number) =>
  Math.floor(one / 60_000) === Math.floor(other / 60_000);

/** The current choices, and former ones that the record still has. */
const choices = ({ attributeCsvValues }: AssignedAttribute, stored?: Raw): string[] => [
  ...new Set([...separatedValues(attributeCsvValues), ...separatedValues(String(stored?.textValue ?? ""))]),
];

/** Prefers the exact spelling, else ignores case. */
function choiceOf(values: readonly string[], texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const found =
      values.find((value) => value === text) ?? values.find((value) => fold(value) === fold(text));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Values separated by commas or semicolons, which may also occur within a value. */
function severalOf(values: readonly string[], text: string): string | undefined {
  const folded = fold(text);
  const known = values
    .map((value) => ({ value, folded: fold(value) }))
    .sort((a, b) => b.folded.length - a.folded.length);
  const dead = new Set<number>();
  const from = (start: number): string[] | undefined => {
    if (dead.has(start)) return undefined;
    for (const { value, folded: wanted } of known) {
      if (!folded.startsWith(wanted, start)) continue;
      const end = start + wanted.length;
      if (/^\s*$/.test(folded.slice(end))) return [value];
      const [between] = /^\s*[,;\n]\s*/.exec(folded.slice(end)) ?? [];
      const rest = between === undefined ? undefined : from(end + between.length);
      if (rest) return [value, ...rest];
    }
    dead.add(start);
    return undefined;
  };
  return from(0)?.join(";");
}

function readOption(
  options: readonly { id: string; name: string }[],
  text: string,
  stored?: Raw,
): ReadAttribute {
  // Keeps the stored choice even if it was removed since, or another has the same name now.
  if (stored && (stored.attributeValueName === text || stored.textValue === text)) return unchanged;
  const exact = options.filter(({ id, name }) => name === text || id === text.toLowerCase());
  const found = exact.length > 0 ? exact : options.filter(({ name }) => fold(name) === fold(text));
  if (found.length > 1) return { rule: "importAmbiguous", values: { text } };
  return found[0] ? { given: found[0].id } : { rule: "importNoOption", values: { text } };
}

/** Files contain only the signer's name: keeps an existing signature with that name. */
function readSignature(text: string, stored?: Raw): ReadAttribute {
  const signed = (stored?.signature as { signatureName?: string } | null | undefined)?.signatureName;
  if (signed === text) return unchanged;
  return signed ? { rule: "importSigned" } : { given: { signatureName: text, approvedSignature: "" } };
}

/** Whether a record already has this value. */
export function hasValue(value: StoredValue, stored: Raw | undefined): boolean {
  if (!stored) return !isFilled(value) && value.booleanValue === null;
  const number = value.numberValue === null ? null : Number(value.numberValue);
  return (
    value.textValue === (stored.textValue ?? "") &&
    number === (stored.numberValue ?? null) &&
    value.booleanValue === (stored.booleanValue ?? null) &&
    value.dayValue === (stored.dayValue ?? null) &&
    milliseconds(value.momentValue) === milliseconds(stored.momentValue) &&
    (value.signature === null) === (stored.signature === null)
  );
}

const milliseconds = (moment: unknown) => (moment ? new Date(moment as string).getTime() : null);
