import { expect, test } from "vitest";
import { signInTimeout } from "@/lib/client/session/request-sign-in";
import { providerTimeout } from "@/lib/server/oidc/ask";

test("[AU-06] who waits for a provider that does not answer is told so before their page begins again", () => {
  expect(signInTimeout).toBe(10_000);
  expect(signInTimeout - providerTimeout).toBeGreaterThanOrEqual(2_000);
});
