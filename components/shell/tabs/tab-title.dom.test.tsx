// @vitest-environment jsdom
import { Tag } from "lucide-react";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { type Area, lazyView } from "@/components/area/area";
import { AreasProvider } from "@/components/area/areas-context";
import { TabStoreProvider } from "@/lib/client/tabs/context";
import { createTabStore } from "@/lib/client/tabs/store";
import { useTranslatedTitles } from "./tab-title";

const detail = lazyView(async () => ({ default: () => null }));
const area = { icon: Tag, label: "users.title", views: { detail } } as const;
const areas: Area[] = [
  { ...area, name: "attachment-status", translatedName: async (id) => `Draft ${id}` },
  { ...area, name: "users" },
];

function Titles() {
  useTranslatedTitles();
  return null;
}

test("[PR-02] titles of hidden tabs follow the language where names are translated", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const store = createTabStore("/");
  store.actions.open("/attachment-status/1", { title: "Entwurf 1" });
  store.actions.open("/attachment-status/2");
  store.actions.open("/users/1", { title: "Ada Byron" });
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const show = (locale: "de" | "en") =>
    act(async () =>
      root.render(
        <NextIntlClientProvider locale={locale} messages={{}}>
          <AreasProvider value={{ areas, loadView: () => undefined, failedViews: () => [] }}>
            <TabStoreProvider store={store}>
              <Titles />
            </TabStoreProvider>
          </AreasProvider>
        </NextIntlClientProvider>,
      ),
    );
  const titles = () =>
    store
      .getState()
      .tabs.slice(1)
      .map(({ title }) => title);
  await show("de");
  expect(titles()).toEqual(["Entwurf 1", undefined, "Ada Byron"]);
  await show("en");
  expect(titles()).toEqual(["Draft 1", undefined, "Ada Byron"]);
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
