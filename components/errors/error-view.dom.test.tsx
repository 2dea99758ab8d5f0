// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { TabProvider, TabStoreProvider } from "@/lib/client/tabs/context";
import { createTabStore } from "@/lib/client/tabs/store";
import common from "@/messages/en/common.json";
import shell from "@/messages/en/shell.json";
import { createQueryClient } from "../shell/messages/query-client";
import { ErrorView } from "./error-view";

test.each([
  [400, "Error! item not found", "over"],
  [404, "Error! item not found", "in place of"],
  [500, "Error! item not found", "over"],
  [403, "Error! item forbidden", "over"],
  [401, "Error! item forbidden", "over"],
  [409, "Error! item forbidden", "over"],
  [503, shell.offline.title, "over"],
  [0, shell.offline.title, "over"],
])("[RT-04] a view that fails with %i shows “%s”, %s the view", async (status, title, place) => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const store = createTabStore("/roles");
  const container = document.createElement("div");
  const root = createRoot(container);
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <NextIntlClientProvider locale="en" messages={{ common, shell }} timeZone="UTC">
          <TabStoreProvider store={store}>
            <TabProvider id={store.getState().activeId}>
              <ErrorView status={status} />
            </TabProvider>
          </TabStoreProvider>
        </NextIntlClientProvider>
      </QueryClientProvider>,
    ),
  );
  expect(container.querySelector("[role=alert] h1")?.textContent).toBe(title);
  expect(container.querySelector(".absolute") ? "over" : "in place of").toBe(place);
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
