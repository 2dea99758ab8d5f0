import { expect, test } from "vitest";
import { providerPatience } from "@/lib/oidc/ask";
import { signInPatience } from "@/lib/session/request-sign-in";

test("[AU-06] who waits for a provider that does not answer is told so before their page begins again", () => {
  expect(signInPatience).toBe(10_000);
  expect(signInPatience - providerPatience).toBeGreaterThanOrEqual(2_000);
});
