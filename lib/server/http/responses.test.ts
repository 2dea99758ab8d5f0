import { expect, test } from "vitest";
import { languages } from "../../preferences/preferences";
import { failureResponse } from "./responses";

const codes = [
  ...([
    "badPath",
    "badRequest",
    "signedOut",
    "crossSite",
    "notFound",
    "methodNotAllowed",
    "tooLarge",
  ] as const),
  ...(["unsupported", "failed", "badGateway", "unavailable", "timeout"] as const),
];

test.each(codes)("[ER-02] [PR-02] %s has a title and a message in each language", (code) => {
  const said = languages.map((lang) => {
    const { body } = failureResponse(code, "an-id", new Headers({ lang }));
    expect(body).toMatchObject({ code, requestId: "an-id", status: expect.any(Number) });
    return [body.title, body.message];
  });
  expect(new Set(said.flat()).size).toBe(2 * languages.length);
  expect(said.flat().join()).not.toMatch(/[{}]|undefined/);
});

test("[PR-02] the language is that of the Lang header, else the cookie, else the browser", () => {
  const messageFor = (headers: Record<string, string>) =>
    failureResponse("timeout", "", new Headers(headers)).body.message;
  const [english, german] = [messageFor({}), messageFor({ lang: "de" })];
  expect(german).not.toBe(english);
  expect(messageFor({ lang: "de", cookie: "lang=pl" })).toBe(german);
  expect(messageFor({ cookie: "lang=de", "accept-language": "pl" })).toBe(german);
  expect(messageFor({ cookie: "lang=%00", "accept-language": "fr, de;q=0.1" })).toBe(german);
});
