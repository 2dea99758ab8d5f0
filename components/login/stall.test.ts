import { expect, test } from "vitest";
import { signInPatience } from "@/lib/client/session/request-sign-in";
import { providerPatience } from "@/lib/server/oidc/ask";

test("[AU-06] who waits for a provider that does not answer is told so before their page begins again", () => {
  expect(signInPatience).toBe(10_000);
  expect(signInPatience - providerPatience).toBeGreaterThanOrEqual(2_000);
});
