import * as z from "zod";
import type { RuleParams, ValidationKey } from "./messages";
import { text } from "./text";

// Each rule accepts the empty value, as in the platform document's table (FM-02).

function textThat(isValid: (value: string) => boolean, rule: ValidationKey, max?: number) {
  return text(max).refine(isValid, { params: { rule } satisfies RuleParams });
}

/** Letters, digits, underscore, dot, hyphen. */
export function userName() {
  return textThat(isUserName, "userName", 100);
}

/**
 * An e-mail address or empty. Non-ASCII letters are refused by a separate rule: few mail servers accept them before the @
 * (RFC 6531), many look alike in two scripts, and every domain has an ASCII form (RFC 5891).
 */
export function email() {
  return text(254)
    .refine((value) => /^\p{ASCII}*$/u.test(value), {
      params: { rule: "emailLetters" } satisfies RuleParams,
      abort: true,
    })
    .refine((value) => value === "" || z.email().safeParse(value).success, {
      params: { rule: "email" } satisfies RuleParams,
    });
}

/** See {@link isFileName}; limited to the maximum of file systems. */
export function fileName() {
  return textThat(isFileName, "fileName", 255);
}

/** See {@link isPhoneNumber}. */
export function phoneNumber() {
  return textThat(isPhoneNumber, "phoneNumber", 50);
}

/** See {@link isPostCode}. */
export function postCode() {
  return textThat(isPostCode, "postCode", 20);
}

/** See {@link isWebsite}. */
export function website() {
  return textThat(isWebsite, "website", 2000);
}

/** See {@link isFieldName}. */
export function fieldName() {
  return textThat(isFieldName, "fieldName", 100);
}

/** A text that parses as JSON, or empty. */
export function json(max = 100_000) {
  return textThat(isJson, "json", max);
}

// The rules of the platform document's table (FM-02). All accept the empty value, and run in time linear in the length of
// the text: each pattern can match in one way only.

const fileNamePattern = /^[A-Za-z0-9ÄÖÜäöüß_\-.!+= *'()[\]{}#]*$/;
const phoneNumberPattern = /^\+?[\d\- ()[\]]*$/;
const postCodePattern = /^[\d-]*$/;
const websitePattern =
  /^https?:\/\/(?:\[[\da-f:.]+\]|[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*)(?::\d{1,5})?(?:[/?#]\S*)?$/iu;
const fieldNamePattern = /^[\p{L}_][\p{L}\p{M}\d_ ]*$/u;
const userNamePattern = /^[A-Za-z0-9_.-]*$/;

/**
 * Letters including German umlauts and ß, digits, and _ - . ! + = space * ' # and brackets: the broader of two readings.
 * Some systems send decomposed names ("u" and a diaeresis), which are equivalent.
 */
export function isFileName(value: string): boolean {
  return fileNamePattern.test(value.normalize("NFC"));
}

/**
 * An optional plus, then digits, hyphens, spaces and brackets; at least one digit (FM-02). The organisation's list allows a plus
 * anywhere; one rule for both is the stricter.
 */
export function isPhoneNumber(value: string): boolean {
  return value === "" || (phoneNumberPattern.test(value) && /\d/.test(value));
}

/** Digits and hyphens. */
export function isPostCode(value: string): boolean {
  return postCodePattern.test(value);
}

/** `http` or `https`, a host, and optionally a port and a path. */
export function isWebsite(value: string): boolean {
  return value === "" || websitePattern.test(value);
}

/** Begins with a letter, also accented, or an underscore, followed by letters, digits, underscores and spaces. */
export function isFieldName(value: string): boolean {
  return value === "" || fieldNamePattern.test(value);
}

/** Letters, digits, underscore, dot, hyphen. */
export function isUserName(value: string): boolean {
  return userNamePattern.test(value);
}

/** Parses as JSON (RFC 8259). */
export function isJson(value: string): boolean {
  if (value === "") return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
