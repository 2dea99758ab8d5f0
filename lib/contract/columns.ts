import * as z from "zod";
import { type Language, languages } from "../preferences/preferences";
import { day } from "../validation/dates";
import type { RuleParams } from "../validation/messages";
import { exactText, text } from "../validation/text";
import type { ColumnTraits, RecordColumnKind } from "./column-traits";
import { givenInstant, instant, recordId } from "./schemas";

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
  /** Schema in responses. */
  response: Answer;
  /** Schema of input, without a default. */
  given: Given;
  /** Whether it can be null. */
  isNullable: boolean;
  /** Initial value of a new record that omits it; unused for required columns. */
  initial: unknown;
  /** The values of a choice. */
  values: readonly string[];
  /** The first and last accepted day. */
  range?: Range<string>;
  traits: Traits;
}

type NoTraits = Record<never, never>;
type Own<Kind, Value> = ColumnTraits & { optional?: boolean; default?: Value } & Kind;
type Declared = Own<object, unknown>;

/** Optional columns are nullable; columns with a default or that are optional can be omitted. */
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
    // Other servers may omit empty fields.
    response: isNullable ? response.nullable().default(null) : response,
    given: isNullable ? given.nullable() : given,
    isNullable,
    initial: traits.default ?? null,
    values,
    range,
    traits: { ...traits, required },
  } as unknown as RecordColumn<Missing<Answer, T>, Missing<Given, T>, TraitsOf<T>>;
}

/** An empty field sends an empty text, which is stored as null; the rule accepts it. */
const emptyToNull = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.transform((value) => value || null) as unknown as Schema;

/** The same for a rule that rejects the empty text, such as an id. */
const preprocessEmptyToNull = <Schema extends z.ZodType<string>>(schema: Schema) =>
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
const maxInteger = 2_147_483_647;
/** Numbers that a double represents exactly, and that filters accept. */
const maxNumber = 999_999_999_999;

/** Languages of translated names: those of the product. */
export const translationLanguages = languages;
export type Translations = Readonly<Record<Language, string>>;
export const noTranslations: Translations = { en: "", de: "", pl: "", sr: "" };

/** Maximum characters of rich text, including tags. */
const maxHtmlLength = 50_000;

/**
 * The kinds of columns. Each defines its schemas, filter, export, storage, cell and form field. `optional` columns can be
 * null; those with a `default` can be omitted.
 */
export const column = {
  /**
   * A line of text of at most `max` characters; empty unless required. `schema` replaces that rule. Only unreadable values,
   * such as the id of a picture, are null rather than empty.
   */
  text<const T extends ColumnTraits & { optional?: boolean; schema?: z.ZodType<string> }>(
    max: number,
    traits = {} as T,
  ) {
    const { schema, ...rest } = traits as T & ColumnTraits;
    const rule = schema ?? (traits.required ? text(max).min(1) : text(max));
    const given = traits.optional ? preprocessEmptyToNull(rule) : rule;
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
  /** A line of text that users only read, such as a name of another record. */
  readText<const T extends Own<object, string> = NoTraits>(traits = {} as T) {
    return make("text", { response: z.string(), given: z.string() }, { ...traits, readOnly: true as const });
  },
  /** The name, at that time, of the user who did something. */
  actor<const T extends ColumnTraits = NoTraits>(traits = {} as T) {
    return column.readText({ ...traits, actor: true as const });
  },
  /** A value of any other schema, with its own cell. */
  value<const Schema extends z.ZodType>(schema: Schema) {
    return make(
      "text",
      { response: schema, given: schema },
      { readOnly: true, sorted: false, filtered: false },
    );
  },
  /** An integer. */
  int<const T extends Own<Range<number>, number> = NoTraits>(traits = {} as T) {
    const { min = -maxInteger, max = maxInteger } = traits;
    return make("int", { response: z.int(), given: between(z.int(), { min, max }) }, traits);
  },
  /** A number with up to `decimals` decimals, if given; filters accept six at most. */
  number<const T extends Own<Range<number> & { decimals?: number }, number> = NoTraits>(traits = {} as T) {
    const { min = -maxNumber, max = maxNumber, decimals } = traits;
    const given = withDecimals(between(z.number(), { min, max }), decimals);
    return make("number", { response: z.number(), given }, traits);
  },
  /** A boolean; false by default. */
  flag<const T extends Own<object, boolean> = NoTraits>(traits = {} as T) {
    const own = { default: false, ...traits } as T & { default: boolean };
    return make("flag", { response: z.boolean(), given: z.boolean() }, own);
  },
  /** A calendar day, `YYYY-MM-DD`, the same in every time zone. */
  day<const T extends Own<Range<string>, string> = NoTraits>(traits = {} as T) {
    const rule = day(traits).max(10);
    const given = traits.optional ? emptyToNull(rule) : rule.min(1);
    return make("day", { response: z.iso.date().max(10), given, range: traits }, traits);
  },
  /** An instant, ISO 8601 in UTC. */
  instant<const T extends Own<object, string> = NoTraits>(traits = {} as T) {
    const empty = z.literal("").transform(() => null);
    const given = traits.optional ? z.union([givenInstant, empty]) : givenInstant;
    return make("instant", { response: instant, given: given as unknown as typeof givenInstant }, traits);
  },
  /** One of a few values, with names among the area's messages. */
  choice<
    const Values extends readonly [string, ...string[]],
    const T extends Own<object, Values[number]> = NoTraits,
  >(values: Values, traits = {} as T) {
    return make("choice", { response: z.enum(values), given: z.enum(values), values }, traits);
  },
  /** Rich text, sanitised by the API (FM-07); never in lists. */
  html<const T extends ColumnTraits & { listed?: false } = { listed: false }>(traits = {} as T) {
    return make(
      "html",
      { response: z.string(), given: exactText(0, maxHtmlLength) },
      { ...traits, listed: false, default: "" },
    );
  },
  /**
   * Translations of a name; an empty one means the name itself. An omitted `en` or `de` becomes empty, as in the specification; other
   * languages stay unchanged, since callers may not know them. Never in lists.
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
  /** At most `max` ids of other systems' records. Never in lists. */
  ids<const T extends ColumnTraits & { listed?: false } = { listed: false }>(max: number, traits = {} as T) {
    return make(
      "ids",
      { response: z.array(z.string()), given: z.array(recordId).max(max) },
      { ...traits, listed: false, default: [] as readonly string[] },
    );
  },
};
