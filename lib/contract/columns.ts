import * as z from "zod";
import { type Language, languages } from "../preferences/preferences";
import { day } from "../validation/dates";
import type { RuleParams } from "../validation/messages";
import { exactText, text } from "../validation/text";
import { givenInstant, instant, recordId } from "./schemas";

/** What a column of records holds; lists, filters, exports, forms, cells and SQL follow from it. */
export type RecordColumnKind =
  | "text"
  | "int"
  | "number"
  | "flag"
  | "day"
  | "instant"
  | "choice"
  | "html"
  | "translations"
  | "ids";

/** What differs from one column to the next, whatever it holds. */
export interface ColumnTraits {
  /** A new record needs a value, and none can be taken away. */
  required?: boolean;
  /** Never filled in by people: kept by other calls, or computed. */
  readOnly?: boolean;
  /** False: answered with the record alone, neither in its list nor in exports. */
  listed?: boolean;
  /** False: the list is not sorted by it. */
  sorted?: boolean;
  /** False: the list is not filtered by it. */
  filtered?: boolean;
  /** False: not in exports. */
  exported?: boolean;
  /** Phrases are looked for in it; texts alone. */
  searched?: boolean;
  /** No two living records share it, in any case; texts alone. */
  unique?: boolean;
  /** False: not changed in several records at once, see `bulkSave`; nor is their name, nor what is unique. */
  bulk?: boolean;
}

interface Range<Value> {
  min?: Value;
  max?: Value;
}

/** One column of an area's records, declared once; see {@link column}. */
export interface RecordColumn<
  Answer extends z.ZodType = z.ZodType,
  Given extends z.ZodType = z.ZodType,
  Traits extends ColumnTraits = ColumnTraits,
> {
  kind: RecordColumnKind;
  /** As the API answers it. */
  response: Answer;
  /** As people fill it in; without a default. */
  given: Given;
  /** Whether it can be missing, which is null. */
  isNullable: boolean;
  /** What a new record gets that does not name it; of no use where it is required. */
  initial: unknown;
  /** The values of a choice. */
  values: readonly string[];
  /** The first and the last day that are taken. */
  range?: Range<string>;
  traits: Traits;
}

type NoTraits = Record<never, never>;
type Own<Kind, Value> = ColumnTraits & { optional?: boolean; default?: Value } & Kind;
type Declared = Own<object, unknown>;

/** What can be missing is null; what has a default or can be missing need not be given. */
type TraitsOf<T extends Declared> = Omit<T, "required"> & {
  required: T extends { optional: true } | { default: unknown } | { readOnly: true } ? false : true;
};
type Missing<Schema extends z.ZodType, T> = T extends { optional: true } ? z.ZodNullable<Schema> : Schema;

interface Schemas<Answer, Given> {
  response: Answer;
  given: Given;
  values?: readonly string[];
  range?: Range<string>;
}

function make<Answer extends z.ZodType, Given extends z.ZodType, const T extends Declared>(
  kind: RecordColumnKind,
  { response, given, values = [], range }: Schemas<Answer, Given>,
  traits: T,
) {
  const isNullable = traits.optional === true;
  const required = !isNullable && traits.default === undefined && traits.readOnly !== true;
  return {
    kind,
    response: isNullable ? response.nullable() : response,
    given: isNullable ? given.nullable() : given,
    isNullable,
    initial: traits.default ?? null,
    values,
    range,
    traits: { ...traits, required },
  } as unknown as RecordColumn<Missing<Answer, T>, Missing<Given, T>, TraitsOf<T>>;
}

/** An empty field hands over an empty text, which is stored as null; the rule lets it pass. */
const emptyIsNothing = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.transform((value) => value || null) as unknown as Schema;

/** The same for a rule that refuses the empty text: an id is one, or there is none. */
const emptyIsNull = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z.preprocess((given) => (given === "" ? null : given), schema.nullable()) as unknown as Schema;

const between = (schema: z.ZodNumber, { min, max }: Range<number>): z.ZodNumber => {
  const above = min === undefined ? schema : schema.min(min);
  return max === undefined ? above : above.max(max);
};

const withDecimals = (schema: z.ZodNumber, decimals: number | undefined): z.ZodNumber =>
  decimals === undefined
    ? schema
    : schema.refine((value) => Number(value.toFixed(decimals)) === value, {
        params: { rule: "decimals", max: decimals } satisfies RuleParams,
      });

/** PostgreSQL's `integer`. */
const widest = 2_147_483_647;
/** Numbers that a double keeps digit by digit, and that filters can name. */
const largest = 999_999_999_999;

/** The languages that names of records are translated into: those that the product speaks. */
export const translationLanguages = languages;
export type Translations = Readonly<Record<Language, string>>;
export const noTranslations: Translations = { en: "", de: "", pl: "", sr: "" };

/** Characters of rich text, its tags among them. */
const maxHtmlLength = 50_000;

/**
 * The kinds of columns. Each says how it is written in requests and answers, and with that how it is filtered, exported,
 * stored, shown and filled in. `optional` columns can be missing (null); those with a `default` need not be given.
 */
export const column = {
  /**
   * A line of text of at most `max` characters; empty unless required. `schema` puts another rule in place of that. Only
   * what is no text to read, such as the id of a picture, is null rather than empty.
   */
  text<const T extends ColumnTraits & { optional?: boolean; schema?: z.ZodType<string> }>(
    max: number,
    traits = {} as T,
  ) {
    const { schema, ...rest } = traits as T & ColumnTraits;
    const rule = schema ?? (traits.required ? text(max).min(1) : text(max));
    const given = traits.optional ? emptyIsNull(rule) : rule;
    return make(
      "text",
      { response: z.string(), given: given as z.ZodType<string, string> },
      { ...rest, ...(traits.required || traits.optional ? {} : { default: "" }) },
    ) as unknown as RecordColumn<
      Missing<z.ZodString, T>,
      Missing<z.ZodType<string, string>, T>,
      Omit<T, "required"> & { required: T extends { required: true } ? true : false }
    >;
  },
  /** A whole number. */
  int<const T extends Own<Range<number>, number> = NoTraits>(traits = {} as T) {
    const { min = -widest, max = widest } = traits;
    return make("int", { response: z.int(), given: between(z.int(), { min, max }) }, traits);
  },
  /** A number, of at most so many `decimals` if told; at most six of them are filtered by. */
  number<const T extends Own<Range<number> & { decimals?: number }, number> = NoTraits>(traits = {} as T) {
    const { min = -largest, max = largest, decimals } = traits;
    const given = withDecimals(between(z.number(), { min, max }), decimals);
    return make("number", { response: z.number(), given }, traits);
  },
  /** Yes or no; no unless the default says otherwise. */
  flag<const T extends Own<object, boolean> = NoTraits>(traits = {} as T) {
    const own = { default: false, ...traits } as T & { default: boolean };
    return make("flag", { response: z.boolean(), given: z.boolean() }, own);
  },
  /** A day of the calendar, `YYYY-MM-DD`, the same in every time zone. */
  day<const T extends Own<Range<string>, string> = NoTraits>(traits = {} as T) {
    const rule = day(traits).max(10);
    const given = traits.optional ? emptyIsNothing(rule) : rule.min(1);
    return make("day", { response: z.iso.date().max(10), given, range: traits }, traits);
  },
  /** A moment, ISO 8601 in UTC. */
  instant<const T extends Own<object, string> = NoTraits>(traits = {} as T) {
    const empty = z.literal("").transform(() => null);
    const given = traits.optional ? z.union([givenInstant, empty]) : givenInstant;
    return make("instant", { response: instant, given: given as unknown as typeof givenInstant }, traits);
  },
  /** One of a few values, whose names are among the area's words. */
  choice<
    const Values extends readonly [string, ...string[]],
    const T extends Own<object, Values[number]> = NoTraits,
  >(values: Values, traits = {} as T) {
    return make("choice", { response: z.enum(values), given: z.enum(values), values }, traits);
  },
  /** Rich text, which the API sanitises (FM-07): never in lists. */
  html<const T extends ColumnTraits & { listed?: false } = { listed: false }>(traits = {} as T) {
    return make(
      "html",
      { response: z.string(), given: exactText(0, maxHtmlLength) },
      { ...traits, listed: false, default: "" },
    );
  },
  /**
   * What a name is in other languages; one that is empty is the name itself. The specification names `en` and `de`, one of which is
   * empty when it is left out; the others stay as they are then, since callers may not know them. Never in lists.
   */
  translations<const T extends ColumnTraits & { listed?: false } = { listed: false }>(
    max: number,
    traits = {} as T,
  ) {
    const response = z.string();
    const named = text(max).default("");
    const other = text(max).optional();
    return make(
      "translations",
      {
        response: z.object({ en: response, de: response, pl: response, sr: response }),
        given: z.object({ en: named, de: named, pl: other, sr: other }),
      },
      { ...traits, listed: false, default: noTranslations },
    );
  },
  /** Ids of what other systems keep, at most `max`. Never in lists. */
  ids<const T extends ColumnTraits & { listed?: false } = { listed: false }>(max: number, traits = {} as T) {
    return make(
      "ids",
      { response: z.array(z.string()), given: z.array(recordId).max(max) },
      { ...traits, listed: false, default: [] as readonly string[] },
    );
  },
};
