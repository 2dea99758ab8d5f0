import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  isArgumentElement,
  isDateElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  parse,
} from "@formatjs/icu-messageformat-parser";

/** @typedef {import("@formatjs/icu-messageformat-parser").MessageFormatElement} Element */

/**
 * All texts of one language.
 * @param {string} folder such as `messages/de`
 * @returns {Map<string, string>} by `namespace.key`
 */
export function readMessages(folder) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json")))
    flatten(file.slice(0, -".json".length), JSON.parse(readFileSync(join(folder, file), "utf8")), texts);
  return texts;
}

/** @param {string} path @param {unknown} value @param {Map<string, string>} into */
function flatten(path, value, into) {
  if (typeof value === "string") into.set(path, value);
  else for (const [key, inner] of Object.entries(Object(value))) flatten(`${path}.${key}`, inner, into);
}

/**
 * Problems of one language's texts compared to the fallback language.
 * @param {string} language
 * @param {Map<string, string>} texts
 * @param {Map<string, string>} reference
 * @returns {string[]}
 */
export function compareMessages(language, texts, reference) {
  const problems = [];
  for (const [key, text] of reference) {
    const translated = texts.get(key);
    if (translated === undefined) problems.push(`${key} is missing`);
    else problems.push(...compareTexts(language, translated, text).map((problem) => `${key} ${problem}`));
  }
  for (const key of texts.keys())
    if (!reference.has(key)) problems.push(`${key} is not in the fallback language`);
  return problems;
}

/** @param {string} language @param {string} translated @param {string} text */
function compareTexts(language, translated, text) {
  if (translated.trim() === "" && text.trim() !== "") return ["is empty"];
  try {
    const elements = parse(translated);
    const [has, needs] = [argumentsOf(elements), argumentsOf(parse(text))];
    return [
      ...(has.join() === needs.join() ? [] : [`has the arguments {${has}}, not {${needs}}`]),
      ...missingPlurals(language, elements),
    ];
  } catch (error) {
    return [`cannot be parsed: ${error instanceof Error ? error.message : error}`];
  }
}

/** @param {readonly Element[]} elements @returns {string[]} names with their kind, sorted and unique */
function argumentsOf(elements) {
  const names = walk(elements).flatMap((element) => {
    if (isTagElement(element)) return [`<${element.value}>`];
    if (isPluralElement(element)) return [`${element.value}, plural`];
    if (isSelectElement(element)) return [`${element.value}, select`];
    if (isNumberElement(element) || isDateElement(element) || isTimeElement(element))
      return [`${element.value}, format`];
    return isArgumentElement(element) ? [element.value] : [];
  });
  return [...new Set(names)].sort();
}

/** @param {string} language @param {readonly Element[]} elements */
function missingPlurals(language, elements) {
  return walk(elements).flatMap((element) => {
    if (!isPluralElement(element) || hasOnlyExactForms(element.options)) return [];
    const type = element.pluralType ?? "cardinal";
    const wanted = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
    const missing = wanted.filter((category) => !(category in element.options));
    if (missing.length) return [`lacks the plural ${missing.join(", ")} of {${element.value}}`];
    return hidesNumber(language, element) ? [`says 21 of {${element.value}} like 1: add =1`] : [];
  });
}

/**
 * Whether "one", which includes 21 in some languages, omits its number: deleting 21 users would name one.
 * @param {string} language
 * @param {import("@formatjs/icu-messageformat-parser").PluralElement} element
 */
function hidesNumber(language, { options }) {
  const one = options.one?.value;
  if (!one || "=1" in options || walk(one).some(isPoundElement)) return false;
  return new Intl.PluralRules(language).select(21) === "one";
}

/**
 * Whether a text only distinguishes zero or one from more, such as `{count, plural, =0 {Add} other {Add ({count})}}`.
 * @param {Record<string, unknown>} options
 */
function hasOnlyExactForms(options) {
  return ["=0,other", "=1,other"].includes(Object.keys(options).sort().join());
}

/** @param {readonly Element[]} elements @returns {Element[]} the elements and all nested ones */
function walk(elements) {
  return elements.flatMap((element) => {
    if (isTagElement(element)) return [element, ...walk(element.children)];
    if (isPluralElement(element) || isSelectElement(element))
      return [element, ...Object.values(element.options).flatMap(({ value }) => walk(value))];
    return [element];
  });
}
