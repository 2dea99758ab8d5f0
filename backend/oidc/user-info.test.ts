import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { refusalText } from "@/lib/server/oidc/provider-error";
import { userInfoIn } from "./user-info";

const response = { status: 200, body: undefined, text: "", challenge: "" };
const never = () => Promise.reject(new Error("is not verified"));
const read = (changes: Partial<Parameters<typeof userInfoIn>[0]>, token = "a-token") =>
  userInfoIn({ ...response, ...changes }, token, never);

test("[AU-01] refused user info reports its status and reason, from the header or the body", async () => {
  expect(await read({ status: 401 })).toEqual({ refusal: "user info answered 401" });
  expect(await read({ status: 401, challenge: 'Bearer error="invalid_token"' })).toEqual({
    refusal: 'user info answered 401: Bearer error="invalid_token"',
  });
  const body = { error: "invalid_token", error_description: "Audience validation failed." };
  expect(await read({ status: 403, body })).toEqual({
    refusal: "user info answered 403: invalid_token (Audience validation failed.)",
  });
  expect(await read({ text: "<html>" })).toEqual({ refusal: "user info is no JSON" });
  expect(await read({ text: "a.b.c" })).toEqual({ refusal: "user info is signed, and is not verified" });
  expect(await read({ status: 404, text: "Not found" })).toBeUndefined();
});

test("[AU-01] a provider's response adds neither credentials nor lines to the log", async () => {
  const jwt = await new SignJWT({ sub: "ada" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode("a secret of at least thirty-two characters"));
  const opaque = "short-opaque";
  for (const secret of [jwt, jwt.slice(0, 60), opaque, "x".repeat(64), "8d9f2c".repeat(10)]) {
    const error_description = `Token ${secret} is\r\n2026-01-01 FATAL forged\u2028line \u202e!`;
    const said = refusalText({ error: `invalid ${secret}`, error_description }, [opaque]);
    expect(said).not.toContain(secret);
    expect(said).toMatch(/^invalid … \(Token … is\?2026/);
    expect(said).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    const result = await read({ status: 401, challenge: error_description }, opaque);
    expect(JSON.stringify(result)).not.toContain(secret);
  }
  expect(refusalText({ error: "e".repeat(30), error_description: "so ".repeat(10_000) }).length).toBeLessThan(
    350,
  );
  const trace = "AADSTS7000215: Invalid client secret. Trace ID: 4b9e2f61-8c3d-4a7e-b0f5-1d2c3e4f5a6b";
  expect(refusalText({ error: "invalid_client", error_description: trace })).toContain(trace);
});
