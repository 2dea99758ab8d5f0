import type { FastifyError } from "fastify";
import type { ErrorBody, ErrorCode } from "../../lib/contract/errors";
import type { Language } from "../../lib/preferences/preferences";
import { RequestError } from "../core/errors";
import { textsOf } from "../core/language";
import { isDiskFull } from "../database/disk-space";
import { isUnavailable, sqlStateOf } from "../database/unavailable";

/** Seconds after which to retry an unavailable database. */
const retryAfter = "5";

/** Converts any thrown value to a request error; an unexpected one becomes a 500 that reveals nothing of its cause. */
export function requestErrorOf(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const refused = fromFramework(error as FastifyError);
  if (refused) return refused;
  if (isDiskFull(error)) return new RequestError("diskFull", { status: 507, cause: error });
  if (isUnavailable(error)) return unavailable();
  return fromDatabase(sqlStateOf(error)) ?? new RequestError("internal", { status: 500 });
}

const unavailable = () =>
  new RequestError("unavailable", { status: 503, headers: { "retry-after": retryAfter } });

/** PostgreSQL errors (manual, appendix A) caused by the input or by concurrency. */
function fromDatabase(state: string | undefined): RequestError | undefined {
  switch (state) {
    case "22021": // character not in repertoire
    case "22P05": // untranslatable character
    case "22P02": // invalid text representation
    case "22003": // numeric value out of range
    case "22008": // datetime field overflow
    case "22009": // time zone displacement
      return new RequestError("badRequest", { status: 400 });
    case "23505": // unique violation: a concurrent request won
    case "23503": // foreign key violation: the referenced row is gone
      return new RequestError("conflict", { status: 409 });
    case "40001": // serialization failure
    case "40P01": // deadlock
    case "55P03": // lock not available
      return new RequestError("concurrent", { status: 409 });
    default:
      return undefined;
  }
}

const frameworkCodes: Record<number, ErrorCode> = { 413: "tooLarge", 415: "unsupportedMediaType" };

/**
 * Errors that Fastify raises before a handler runs: malformed JSON, too large a body, an unknown media type, a bad
 * address.
 */
function fromFramework({ statusCode }: FastifyError): RequestError | undefined {
  if (!statusCode || statusCode < 400 || statusCode >= 500) return undefined;
  return new RequestError(frameworkCodes[statusCode] ?? "badRequest", { status: statusCode });
}

/** Builds the response to a failed request in the caller's language (PR-02). */
export function errorBodyOf(
  error: RequestError,
  language: Language,
  requestId: string,
): ErrorBody<ErrorCode> {
  const texts = textsOf(language);
  return {
    status: error.status,
    code: error.code,
    title: texts.title(error.status) ?? texts.title(error.status < 500 ? 400 : 500) ?? "",
    message: texts.message(error.code, { ...error.values, count: error.fields.length }),
    errors: error.fields.length
      ? error.fields.map(({ propertyName, rule, values = {} }) => ({
          propertyName,
          errorMessage: texts.rule(rule, values) ?? texts.rule("invalid", {}) ?? "",
        }))
      : undefined,
    rules: error.fields.length ? error.fields.map(({ rule, values }) => ({ rule, values })) : undefined,
    current: error.current,
    requestId,
  };
}
