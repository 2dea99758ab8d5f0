import type { Format } from "../../../../lib/format/format";
import { intlLocale } from "../../../../lib/format/intl-locale";
import { type Language, languages } from "../../../../lib/preferences/preferences";

const written = new Map<string, Intl.NumberFormat>();

/** Formats a number with decimal places in a language: `{rowCount | number: 2}`. */
export function withDecimals(value: number, decimals: number, language: Language): string {
  const digits = Math.min(20, Math.max(0, Math.trunc(decimals) || 0));
  const key = `${language} ${digits}`;
  const format =
    written.get(key) ??
    new Intl.NumberFormat(intlLocale(language), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  written.set(key, format);
  return format.format(value);
}

/** In the order of a layout's forms; each language uses some. */
const categories = ["zero", "one", "two", "few", "many", "other"] as const;

interface Plurals {
  rules: Intl.PluralRules;
  categories: readonly string[];
}

const known = new Map<Language, Plurals>();

function pluralsOf(language: Language): Plurals {
  const found = known.get(language);
  if (found) return found;
  const rules = new Intl.PluralRules(intlLocale(language));
  const has = new Set<string>(rules.resolvedOptions().pluralCategories);
  const plurals = { rules, categories: categories.filter((name) => has.has(name)) };
  known.set(language, plurals);
  return plurals;
}

/**
 * The form of a word for a number, with the number in place of `#`: `{rowCount | plural: "# user", "# users"}`.
 * @param given the forms in the order of the language's plurals, such as one, few, many and other in Polish; the last one
 *   replaces omitted ones. A language may precede them, to use its plurals for every reader.
 */
export function inPlural(
  value: number,
  given: readonly string[],
  format: Pick<Format, "number">,
  reader: Language,
): string {
  const named = given.length > 1 ? languages.find((name) => name === given[0]) : undefined;
  const forms = named ? given.slice(1) : given;
  const { rules, categories } = pluralsOf(named ?? reader);
  const place = categories.indexOf(rules.select(value));
  return (forms[Math.min(place, forms.length - 1)] ?? "").replaceAll("#", () => format.number(value));
}
