import { expect, test } from "vitest";
import { headersOf, toApi } from "./headers";

test("[AT-01] a range request keeps If-Range, so that parts of two files never mix", () => {
  const asked = { range: "bytes=100-", "if-range": '"a1"' };
  expect(toApi(headersOf({ headers: asked }), { requestId: "1" })).toMatchObject(asked);
});
