import type { MaskitoOptions, MaskitoPreprocessor } from "@maskito/core";
import { serverNow } from "@/lib/client/api/server-clock";
import { fromIsoText, fullYear } from "@/lib/format/complete-date";
import { isToken, splitPattern } from "@/lib/format/pattern";
import type { Typed } from "@/lib/format/typed";

// Only digits and separators are masked. Nothing is clamped: 31.02. can be typed and is rejected by the field's rule, where a
// mask would silently change the day.

const separators = /[\s./:,-]+/;

/** `93:0p`, the masked form of `930p`: an hour that does not exist on a 12-hour clock. */
const shortHour = /\b(1(?=[3-9])|[2-9])(\d):(\d)(?=\s*[ap])/i;

/**
 * Formats typed or pasted text by the pattern as far as it matches: `1.3.` → `01.03.`, `010326` → `01.03.26`. A part is
 * zero-padded once another follows, and a two-digit year expanded once a time follows.
 */
export function formatTyped(text: string, pattern: string): string {
  let rest = text.trimStart();
  if (pattern.endsWith("a")) rest = rest.replace(shortHour, "0$1:$2$3");
  let result = "";
  for (const part of splitPattern(pattern)) {
    if (!isToken(part)) {
      const between = separators.exec(rest);
      if (between?.index === 0) {
        rest = rest.slice(between[0].length);
        result += part;
      } else if (rest !== "") result += part;
      continue;
    }
    if (rest === "") break;
    const taken = part === "a" ? takeHalf(rest) : takeDigits(rest, part, pattern);
    if (taken.text === "") break;
    result += taken.text;
    rest = taken.rest;
    if (part !== "a" && taken.text.length < part.length) break;
  }
  return result;
}

function takeDigits(text: string, part: string, pattern: string): { text: string; rest: string } {
  const digits = /^\d*/.exec(text)?.[0].slice(0, part.length) ?? "";
  const rest = text.slice(digits.length);
  // On a 12-hour clock, `9p` is 09:00 pm.
  const isTime = /hh|mm/.test(part) && pattern.endsWith("a") && /^[ap]/i.test(rest);
  if (isTime && (digits !== "" || part === "mm")) return { text: digits.padStart(2, "0"), rest };
  if (digits === "" || separators.exec(rest)?.index !== 0) return { text: digits, rest };
  if (part.length === 2) return { text: digits.padStart(2, "0"), rest };
  return {
    text: digits.length === 2 && !pattern.endsWith(part) ? fullYear(digits, new Date(serverNow())) : digits,
    rest,
  };
}

function takeHalf(text: string): { text: string; rest: string } {
  const half = /^([ap])m?/i.exec(text);
  return half
    ? { text: `${half[1]?.toLowerCase()}m`, rest: text.slice(half[0].length) }
    : { text: "", rest: text };
}

/** Mask of a pattern; also accepts pasted values in exchange format, such as `2026-03-01`. */
export function maskOf({ pattern, write }: Typed): MaskitoOptions {
  const mask = splitPattern(pattern).flatMap((part): (RegExp | string)[] => {
    if (part === "a") return [/[ap]/i, /m/i];
    return isToken(part) ? [...part].map(() => /\d/) : [...part];
  });
  const tidy: MaskitoPreprocessor = ({ elementState, data }, action) => {
    const { value, selection } = elementState;
    const [from, to] = selection;
    const whole = action === "insert" ? value.slice(0, from) + data : value;
    // A matching prefix is still being typed: `01:05` is half of `01:05 pm`, too.
    const foreign =
      (action === "insert" && data.length > 1) ||
      (action === "validation" && formatTyped(whole, pattern) !== whole);
    const exchanged = foreign ? (write(whole.trim()) ?? fromIsoText(whole.trim(), pattern)) : undefined;
    // Inserting an empty text would be rejected like an invalid key.
    if (exchanged !== undefined)
      return action === "insert"
        ? { elementState: nothing, data: exchanged }
        : { elementState: { value: exchanged, selection: atEnd(exchanged) }, data: "" };
    // Within a text, digits are overwritten.
    if (action !== "insert" || to < value.length) return { elementState, data };
    return { elementState: nothing, data: formatTyped(whole, pattern) };
  };
  return { mask, overwriteMode: "replace", preprocessors: [tidy] };
}

const nothing = { value: "", selection: [0, 0] } as const;

function atEnd({ length }: string): readonly [number, number] {
  return [length, length];
}
