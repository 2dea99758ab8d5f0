import { NextRequest } from "next/server";
import { expect, onTestFinished, test, vi } from "vitest";

test("[RT-01] [CF-01] pages and redirects to canonical addresses are not cached: settings may change", async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  vi.stubEnv("SESSION_SECRET", "x".repeat(32));
  vi.stubEnv("BASE_PATH", "/admin");
  vi.resetModules();
  const { middleware } = await import("@/middleware");
  const answered = (path: string) => {
    const { status, headers } = middleware(new NextRequest(`http://localhost${path}`));
    return [status, headers.get("location"), headers.get("cache-control")];
  };
  expect(answered("/admin/users")).toEqual([200, null, "no-store"]);
  expect(answered("/admin/Users?page=2")).toEqual([308, "http://localhost/admin/users?page=2", "no-store"]);
  expect(answered("/elsewhere")).toEqual([404, null, "no-store"]);
});
