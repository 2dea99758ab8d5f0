// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { PublicConfigProvider } from "@/lib/client/public-config";
import { userKey } from "@/lib/client/settings/settings-writer";
import type { PublicConfig } from "@/lib/installation/public-config";
import { useTenantChoice } from "./tenant-choice";

function Choice() {
  return useTenantChoice();
}

test.each([
  [true, 0, "none"],
  [true, 1, "none"],
  [true, 2, "menu"],
  [true, 10, "menu"],
  [true, 11, "dialog"],
  [false, 2, "none"],
])("[SH-04] with multi-tenancy %s and %i tenants the switcher is: %s", (multiTenancy, count, choice) => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const client = new QueryClient();
  const tenants = Array.from({ length: count }, (_, at) => ({
    tenantIdentifier: `t${at}`,
    tenantName: "",
  }));
  client.setQueryData(userKey, {
    profile: { userId: "1" },
    userPermissions: [],
    userSettings: [],
    tenants,
  });
  const place = document.createElement("div");
  const root = createRoot(place);
  act(() =>
    root.render(
      <PublicConfigProvider config={{ multiTenancy } as PublicConfig}>
        <QueryClientProvider client={client}>
          <Choice />
        </QueryClientProvider>
      </PublicConfigProvider>,
    ),
  );
  expect(place.textContent).toBe(choice);
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
