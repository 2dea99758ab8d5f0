import * as z from "zod";
import type texts from "../../messages/en/errors.json";

/** What the API calls its refusals: its texts in messages/<language>/errors.json, and three of which the title says all. */
export type ErrorCode = keyof typeof texts.messages | "notFound" | "forbidden" | "conflict";

/** What the BFF answers by itself. */
export type BffErrorCode =
  | "badPath"
  | "badRequest"
  | "signedOut"
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
 * A code that this version does not know. It is an enum because no literal equals a member of one: were it a string,
 * comparing with a misspelt code would compile.
 */
declare enum ForeignCode {
  some = "",
}

/** What an answer brings, which may be that of another version. */
export type ReceivedCode = ErrorCode | ForeignCode;

export const fieldError = z.object({ propertyName: z.string(), errorMessage: z.string() });
export type FieldError = z.output<typeof fieldError>;

/** Names a text in messages/<language>/validation.json, and what fills it. */
export const brokenRule = z.object({
  rule: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type BrokenRule = z.output<typeof brokenRule>;

/**
 * The body of every answer with a status of 400 or more. `message` and `title` are in the language of the
 * request's Lang header; `code` is stable and for programs; `current` is the stored record on a 409.
 * `rules` says what each of `errors` is about, in their order, for saying it again in another language.
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
