import * as z from "zod";
import type texts from "../../messages/en/errors.json";

/** Error codes of the API: its texts in messages/<language>/errors.json, and three with only a title. */
export type ErrorCode = keyof typeof texts.messages | "notFound" | "forbidden" | "conflict";

/** Error codes of the BFF itself. */
export type BffErrorCode =
  | "badPath"
  | "badRequest"
  | "signedOut"
  | "signInStepOver"
  | "crossSite"
  | "notFound"
  | "methodNotAllowed"
  | "tooLarge"
  | "unsupported"
  | "failed"
  | "badGateway"
  | "unavailable"
  | "timeout";

/**
 * A code in a response. Another version may send others, so compare it and never expect all of them to be handled; without
 * `string` in the type, a comparison to a misspelt code does not compile.
 */
export type ReceivedCode = ErrorCode;

export const fieldError = z.object({ propertyName: z.string(), errorMessage: z.string() });
export type FieldError = z.output<typeof fieldError>;

/** A key in messages/<language>/validation.json, and its values. */
export const brokenRule = z.object({
  rule: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type BrokenRule = z.output<typeof brokenRule>;

/**
 * The body of every response with a status of 400 or more. `message` and `title` are in the language of the request's Lang
 * header; `code` is stable and for programs; `current` is the stored record on a 409. `rules` are the broken rules of
 * `errors`, in the same order, for translation into another language.
 */
export const errorBody = z.object({
  status: z.int(),
  code: z.string(),
  title: z.string(),
  message: z.string().optional(),
  errors: z.array(fieldError).optional(),
  rules: z.array(brokenRule).optional(),
  current: z.unknown().optional(),
  requestId: z.string().optional(),
});
export type ErrorBody<Code extends string = string> = Omit<z.output<typeof errorBody>, "code"> & {
  code: Code;
};
