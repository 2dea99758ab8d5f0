import { expect, test } from "vitest";
import { headersOf, toApi } from "./headers";

test("[AT-01] the rest of a file is asked for as it was known, so that no part of another comes", () => {
  const asked = { range: "bytes=100-", "if-range": '"a1"' };
  expect(toApi(headersOf({ headers: asked }), { requestId: "1" })).toMatchObject(asked);
});
