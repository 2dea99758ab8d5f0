import { expect, test } from "vitest";
import { headersOf, toApi, withProxySecret } from "./headers";
import { proxySecretHeader } from "./proxy-secret";

test("[AT-01] a range request keeps If-Range, so that parts of two files never mix", () => {
  const asked = { range: "bytes=100-", "if-range": '"a1"' };
  expect(toApi(headersOf({ headers: asked }), { requestId: "1" })).toMatchObject(asked);
});

test("[AU-02] the API gets the first of several proxy secrets, with the browser's address only", () => {
  const config = { proxySecret: "the-next-of-the-secrets,the-earlier-secret" };
  const address = { "x-forwarded-for": "203.0.113.7" };
  expect(withProxySecret(address, config)).toEqual({
    ...address,
    [proxySecretHeader]: "the-next-of-the-secrets",
  });
  expect(withProxySecret({}, config)).toEqual({});
});
