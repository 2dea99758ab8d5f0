import { expect, test } from "vitest";
import { signInTimeout } from "@/lib/client/session/request-sign-in";
import { providerTimeout } from "@/lib/server/oidc/ask";

test("[AU-06] a stalled redirect to the provider shows a message before it restarts", () => {
  expect(signInTimeout).toBe(10_000);
  expect(signInTimeout - providerTimeout).toBeGreaterThanOrEqual(2_000);
});
