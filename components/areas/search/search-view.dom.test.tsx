// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/components/shell/messages/query-client";
import { queryKeyOf } from "@/lib/client/api/query";
import { FormatProvider } from "@/lib/client/format";
import { userKey } from "@/lib/client/settings/settings-writer";
import { TabProvider, TabStoreProvider } from "@/lib/client/tabs/context";
import { createTabStore } from "@/lib/client/tabs/store";
import { contract } from "@/lib/contract";
import { loadMessages } from "@/lib/i18n/load-messages";
import type { Area, LazyView } from "../../area/area";
import { AreasProvider } from "../../area/areas-context";
import SearchView from "./search-view";

const collection = (name: "users" | "roles" | "attachments"): Area => ({
  name,
  icon: Search,
  label: `${name}.title`,
  views: { list: Object.assign(() => name, { load: async () => undefined }) as unknown as LazyView },
  collection: { label: `${name}.title` },
});
const areas = ["users", "roles", "attachments"] as const;

test("[HO-02] [RT-02] collections are sorted, and switching keeps only the phrase", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const messages = await loadMessages("en");
  const client = createQueryClient();
  client.setQueryData(userKey, {
    profile: { userId: "1" },
    userPermissions: [],
    userSettings: [],
    tenants: [],
  });
  client.setQueryData(queryKeyOf(contract.settings.version, {}), { version: "1", capabilities: [] });
  const store = createTabStore("/search?collection=users&phrase=ada&sortBy=createdOn&sortDir=desc&page=2");
  const id = store.getState().activeId;
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
          <FormatProvider serverTimeZone="UTC">
            <TabStoreProvider store={store}>
              <AreasProvider
                value={{ areas: areas.map(collection), loadView: () => undefined, failedViews: () => [] }}
              >
                <TabProvider id={id}>
                  <SearchView />
                </TabProvider>
              </AreasProvider>
            </TabStoreProvider>
          </FormatProvider>
        </NextIntlClientProvider>
      </QueryClientProvider>,
    ),
  );
  const select = place.querySelector("select");
  expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual(["Attachments", "Roles", "Users"]);
  await act(async () => {
    if (select) select.value = "roles";
    select?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(store.getState().tabs.find((tab) => tab.id === id)?.query).toEqual({
    collection: "roles",
    phrase: "ada",
  });
  await act(async () => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});
