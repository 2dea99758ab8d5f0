import { expect, test } from "vitest";
import { providerPatience } from "@/lib/oidc/ask";
import { stallMilliseconds } from "./go-to-sign-in";

test("[AU-06] who waits for a provider that does not answer is told so before their page begins again", () => {
  expect(stallMilliseconds).toBe(10_000);
  expect(stallMilliseconds - providerPatience).toBeGreaterThanOrEqual(2_000);
});
