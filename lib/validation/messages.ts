import type * as z from "zod";
import type texts from "../../messages/en/validation.json";
import { exactDigits, isAmbiguous, readNumber, significantDigits } from "../format/typed-number";

/** The texts in messages/<language>/validation.json. */
export type ValidationKey = keyof typeof texts;

export interface ValidationMessage {
  key: ValidationKey;
  values: Record<string, string | number>;
}

/** The `params` of a custom rule; TypeScript checks them only with `satisfies`. */
export interface RuleParams extends Partial<ValidationMessage["values"]> {
  rule: ValidationKey;
}

type Issue = z.core.$ZodIssue;

/**
 * The message for a broken rule: the key of its text and its values. Shared by forms and API (FM-03). A custom rule names
 * its text with `params: { rule, … } satisfies RuleParams`; the other parameters are the values.
 */
export function messageOf(issue: Issue): ValidationMessage {
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue) ? message("required") : wrongType(issue);
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return message(formatKeys[issue.format] ?? "invalid");
    case "invalid_value":
      return isMissing(issue)
        ? message("required")
        : message("oneOf", { options: joinOptions(issue.values) });
    case "not_multiple_of":
      return message("multipleOf", { step: issue.divisor });
    case "unrecognized_keys":
      return message("unknownField", { fields: issue.keys.join(", ") });
    case "invalid_union":
      return unionMessage(issue);
    case "custom":
      return customRule(issue.params);
    default:
      return message("invalid");
  }
}

/** The empty option is not one of the choices. */
const joinOptions = (values: readonly unknown[]) => values.filter((value) => value !== "").join(", ");

const formatKeys: Partial<Record<string, ValidationKey>> = {
  email: "email",
  url: "url",
  uuid: "uuid",
  guid: "uuid",
  datetime: "dateTime",
  safeint: "integer",
};

function message(key: ValidationKey, values: ValidationMessage["values"] = {}): ValidationMessage {
  return { key, values };
}

// `input` exists only when parsed with `reportInput`; otherwise the built-in text shows it.
function isMissing(issue: Issue): boolean {
  if ("input" in issue) return issue.input === undefined || issue.input === null;
  return /received (undefined|null)$/.test(issue.message);
}

function wrongType({ expected, input }: z.core.$ZodIssueInvalidType): ValidationMessage {
  const isNumeric = typeof input === "string" && /^[+-]?\d[\d\s.,'’]*$/.test(input.trim());
  // The text is a number to the user.
  if (
    expected === "number" &&
    isNumeric &&
    significantDigits(input) > exactDigits &&
    readNumber(input) === undefined
  )
    return message("digits", { max: exactDigits });
  // A field sends unreadable input as typed.
  if (isNumeric && isAmbiguous(input)) return message("ambiguousNumber", { text: input.trim() });
  return message(typeKey(expected));
}

function typeKey(expected: string): ValidationKey {
  if (expected === "int") return "integer";
  return expected === "number" ? "number" : "invalid";
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): ValidationMessage {
  const min = Number(minimum);
  if (origin === "string") return min === 1 ? message("required") : message("minLength", { min });
  if (origin === "array" || origin === "set")
    return min === 1 ? message("required") : message("minItems", { min });
  if (inclusive) return message("min", { min });
  return min === 0 ? message("positive") : message("greaterThan", { min });
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): ValidationMessage {
  const max = Number(maximum);
  if (origin === "string") return message("maxLength", { max });
  if (origin === "array" || origin === "set") return message("maxItems", { max });
  if (inclusive) return message("max", { max });
  return max === 0 ? message("negative") : message("lessThan", { max });
}

/** Query parameters are a number or its text: the text's rule is more specific than "invalid". */
function unionMessage(issue: z.core.$ZodIssueInvalidUnion): ValidationMessage {
  if (isMissing(issue)) return message("required");
  const branches = issue.errors.flat();
  const own = branches.find((inner) => inner.code === "custom");
  if (own) return customRule(own.params);
  const keys = branches.flatMap((inner) => (inner.code === "invalid_type" ? [typeKey(inner.expected)] : []));
  return message(keys.find((key) => key !== "invalid") ?? "invalid");
}

function customRule(params: Record<string, unknown> | undefined): ValidationMessage {
  const { rule = "invalid", ...values } = params ?? {};
  return { key: rule as ValidationKey, values: values as ValidationMessage["values"] };
}
