import * as z from "zod";
import type { RuleParams, ValidationKey } from "./messages";
import {
  isFieldName,
  isFileName,
  isJson,
  isPhoneNumber,
  isPostCode,
  isUserName,
  isWebsite,
} from "./patterns";
import { text } from "./text";

// Each rule holds for the empty value, as the platform document's table says (FM-02).

function textThat(holds: (value: string) => boolean, rule: ValidationKey, max?: number) {
  return text(max).refine(holds, { params: { rule } satisfies RuleParams });
}

/** Letters, digits, underscore, dot, hyphen. */
export function userName() {
  return textThat(isUserName, "userName", 100);
}

/**
 * An e-mail address or nothing. Letters beyond ASCII are refused with a rule of their own: few mail servers take them in front
 * of the @ (RFC 6531), many look alike in two scripts, and of a domain there is always a spelling without (RFC 5891).
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

/** See {@link isFileName}; at most what file systems take. */
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

/** A text that parses as JSON, or nothing. */
export function json(max = 100_000) {
  return textThat(isJson, "json", max);
}
