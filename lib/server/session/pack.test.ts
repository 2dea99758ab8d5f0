import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pack, unpack } from "./pack";

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("[AU-01] restores any texts", () => {
  const text = fc
    .string({ unit: "grapheme" })
    .filter((each) => !["\u0000", "\u0001"].some((sign) => each.includes(sign)));
  const token = fc
    .tuple(fc.jsonValue(), fc.jsonValue(), fc.base64String({ minLength: 1 }))
    .map(([header, payload, signature]) => `${encoded(header)}.${encoded(payload)}.${signature}`);
  fc.assert(
    fc.property(fc.array(fc.oneof(text, token), { minLength: 1 }), (fields) => {
      expect(unpack(pack(fields))).toEqual(fields);
    }),
  );
});

test("[AU-01] restores texts that only look like a token", () => {
  for (const odd of [
    "a.b.c",
    "a..c",
    "....",
    ".",
    "e30.e31.x",
    "ey.J9.sig",
    `${encoded({})}=.${encoded({})}.x`,
  ])
    expect(unpack(pack([odd, odd]))).toEqual([odd, odd]);
});

test("[AU-01] halves tokens with similar contents", () => {
  const claims = {
    iss: "https://id.example",
    groups: Array.from({ length: 60 }, (_, each) => `/staff/region-${each}`),
  };
  const token = (more: object) =>
    [encoded({ alg: "RS256" }), encoded({ ...claims, ...more }), randomBytes(256).toString("base64url")].join(
      ".",
    );
  const tokens = [token({ aud: "api" }), token({ aud: "hub", nonce: "x" })];
  expect(pack(tokens).length / tokens.join("").length).toBeLessThan(0.5);
});
