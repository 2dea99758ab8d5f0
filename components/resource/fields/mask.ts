import type { MaskitoOptions, MaskitoPreprocessor } from "@maskito/core";
import { serverNow } from "@/lib/client/server-clock";
import { fullYear, ofWritten } from "@/lib/format/complete-date";
import { isToken, splitPattern } from "@/lib/format/pattern";
import type { Typed } from "@/lib/format/typed";

// Only where digits and separators stand is masked. Nothing is clamped: 31.02. can be typed and is refused by the
// field's rule with a message, where a mask would change it silently into another day.

const separators = /[\s./:,-]+/;

/** `93:0p`, which is what `930p` has come to by then: an hour past 12 on a clock that has none. */
const shortHour = /\b(1(?=[3-9])|[2-9])(\d):(\d)(?=\s*[ap])/i;

/**
 * What was typed or pasted, brought into the pattern's form as far as it goes: `1.3.` → `01.03.`, `010326` → `01.03.26`.
 * A part is filled up with zeros once something follows it, and the year with its century where a time comes behind it.
 */
export function arrange(text: string, pattern: string): string {
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
  // On a clock of twelve hours, `9p` is 09:00 pm.
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

/** The mask of a pattern; a value as it is exchanged, such as `2026-03-01`, can be pasted too. */
export function maskOf({ pattern, write }: Typed): MaskitoOptions {
  const mask = splitPattern(pattern).flatMap((part): (RegExp | string)[] => {
    if (part === "a") return [/[ap]/i, /m/i];
    return isToken(part) ? [...part].map(() => /\d/) : [...part];
  });
  const tidy: MaskitoPreprocessor = ({ elementState, data }, action) => {
    const { value, selection } = elementState;
    const [from, to] = selection;
    const whole = action === "insert" ? value.slice(0, from) + data : value;
    // What fits as far as it goes is being typed: `01:05` is half of `01:05 pm` too.
    const foreign =
      (action === "insert" && data.length > 1) ||
      (action === "validation" && arrange(whole, pattern) !== whole);
    const exchanged = foreign ? (write(whole.trim()) ?? ofWritten(whole.trim(), pattern)) : undefined;
    // To insert nothing would be refused as a key that does not fit.
    if (exchanged !== undefined)
      return action === "insert"
        ? { elementState: nothing, data: exchanged }
        : { elementState: { value: exchanged, selection: atEnd(exchanged) }, data: "" };
    // In the middle of a text, digits are overwritten one by one.
    if (action !== "insert" || to < value.length) return { elementState, data };
    return { elementState: nothing, data: arrange(whole, pattern) };
  };
  return { mask, overwriteMode: "replace", preprocessors: [tidy] };
}

const nothing = { value: "", selection: [0, 0] } as const;

function atEnd({ length }: string): readonly [number, number] {
  return [length, length];
}
