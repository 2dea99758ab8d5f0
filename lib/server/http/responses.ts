import de from "../../../messages/de/errors.json";
import en from "../../../messages/en/errors.json";
import pl from "../../../messages/pl/errors.json";
import sr from "../../../messages/sr/errors.json";
import type { BffErrorCode, ErrorBody } from "../../contract/errors";
import { languageCookie, negotiateLanguage } from "../../i18n/language";
import { buildId, buildIdHeader } from "../../installation/build-id";
import type { Language } from "../../preferences/preferences";
import { cookieValues } from "../../session/chunks";
import { securityHeaders } from "../core/security-headers";
import type { HeaderReader } from "./headers";

/** Headers of all responses except the files of a build. */
export const responseHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  ...(buildId && { [buildIdHeader]: buildId }),
};

const failures = {
  badPath: [400, "badPath"],
  badRequest: [400, "badRequest"],
  signedOut: [401, "unauthorized"],
  signInStepOver: [401, "signInStepOver"],
  crossSite: [403, "crossSite"],
  notFound: [404, "unknownRoute"],
  methodNotAllowed: [405, "otherMethod"],
  tooLarge: [413, "tooLarge"],
  unsupported: [415, "unsupportedMediaType"],
  failed: [500, "internal"],
  badGateway: [502, "badGateway"],
  unavailable: [503, "serverAway"],
  timeout: [504, "serverLate"],
} as const satisfies Record<BffErrorCode, readonly [status: number, keyof typeof en.messages]>;

const texts = { en, de, pl, sr } satisfies Record<Language, typeof en>;

export type Failure = BffErrorCode;

export interface FailureResponse {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody<Failure>;
}

/** @param from the request's headers, which determine the language */
export function failureResponse(code: Failure, requestId: string, from: HeaderReader): FailureResponse {
  const [status, message] = failures[code];
  const { titles, messages } = texts[languageOf(from)];
  return {
    status,
    headers: {
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-request-id": requestId,
      ...(code === "unavailable" && { "retry-after": "2" }),
    },
    body: { status, code, title: titles[`${status}`], message: messages[message], requestId },
  };
}

/** A followed link has no Lang header, but may have the cookie of the chosen language. */
function languageOf(from: HeaderReader): Language {
  const lang = from.get("lang");
  const [chosen] = lang === null ? cookieValues(from.get("cookie"), languageCookie) : [];
  return negotiateLanguage(chosen, lang ?? from.get("accept-language"));
}

/** The same for Next's handlers. */
export function failure(
  code: Failure,
  requestId: string,
  from: HeaderReader,
  more?: Record<string, string> | Headers,
): Response {
  const { status, headers, body } = failureResponse(code, requestId, from);
  const all = new Headers(more);
  // The caller may have a more precise Retry-After.
  for (const [name, value] of Object.entries(headers))
    if (name !== "retry-after" || !all.has(name)) all.set(name, value);
  return Response.json(body, { status, headers: all });
}
