import { expect, test } from "vitest";
import { redact, secretValues, shownSettings } from "./redact";

const environment = {
  DATABASE_URL: "postgres://hub:p%40ss-of-db@db.example.com:5432/hub",
  SMTP_URL: "smtps://mailer:mail-password@mail.example.com",
  SESSION_SECRET: "a-secret-of-sessions-of-32-chars-",
  PROXY_SECRET: "what-processes-share",
  METRICS_TOKEN: "token-of-measurements,its-former-value",
  ADMIN_PASSWORD: "first-password",
  OIDC_CLIENT_SECRET: "client-secret-value",
  AWS_SECRET_ACCESS_KEY: "aws-secret-value",
  AWS_ACCESS_KEY_ID: "AKIAEXAMPLEEXAMPLE",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer of-the-collector",
  SECRET_IDLE_SECONDS: "3600000",
  PORT: "3000",
};
const values = [
  ...["p%40ss-of-db", "p@ss-of-db", "mail-password", "a-secret-of-sessions-of-32-chars-", "first-password"],
  ...[
    "what-processes-share",
    "token-of-measurements,its-former-value",
    "token-of-measurements",
    "its-former-value",
    "client-secret-value",
    "aws-secret-value",
  ],
  ...["AKIAEXAMPLEEXAMPLE", "authorization=Bearer of-the-collector"],
];

test("[OP-06] every secret of the settings is found and removed from a text", () => {
  const secrets = secretValues(environment);
  expect(secrets.toSorted()).toEqual(values.toSorted());
  const text = redact(values.map((value) => `before ${value} after`).join("\n"), secrets);
  for (const value of values) expect(text).not.toContain(value);
  expect(text.split("after").length).toBe(values.length + 1);
});

test("[OP-06] settings are shown without what is secret in them", () => {
  const shown = shownSettings([...Object.keys(environment), "BASE_PATH"], environment);
  for (const value of values) expect(JSON.stringify(shown)).not.toContain(value);
  expect(shown).toMatchObject({
    BASE_PATH: "(not set)",
    DATABASE_URL: "postgres://[hidden]@db.example.com:5432/hub",
    PORT: "3000",
    SECRET_IDLE_SECONDS: "3600000",
    SESSION_SECRET: "[hidden]",
  });
});

test.each([
  ["authorization: Bearer abcdefghijkl", "abcdefghijkl"],
  ["Basic YWRtaW46cGFzc3dvcmQ=", "YWRtaW46"],
  ["connect to postgres://hub:secret@db failed", "secret@"],
  ["token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl ended", "eyJzdWIi"],
  ["key hub_AbCdEfGhIjKlMnOpQrStUvWx used", "AbCdEfGh"],
  ['{"password":"hunter22","user":"a"}', "hunter22"],
  ["set-cookie: __Host-session=abc.def", "abc.def"],
  ["GET /invitation/0123456789abcdefghij", "0123456789abcdefghij"],
])("[OP-06] a credential is hidden by its form: %s", (text, secret) => {
  expect(redact(text)).not.toContain(secret);
});

test("a text without credentials stays as it is", () => {
  const text =
    'answered {"route":"/users/:userId","status":200,"ms":3} in Basic mode, https://example.com/a@b';
  expect(redact(text)).toBe(text);
});
