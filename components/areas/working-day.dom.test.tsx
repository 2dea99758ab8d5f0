// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createQueryClient } from "@/components/shell/messages/query-client";
import { Palette } from "@/components/shell/palette/palette";
import { openPalette } from "@/components/shell/palette/palette-state";
import { ConfirmProvider } from "@/components/ui/confirm-dialog";
import { configureApi } from "@/lib/client/api/client";
import { FormatProvider } from "@/lib/client/format";
import { LanguageProvider } from "@/lib/client/i18n/language-provider";
import { PublicConfigProvider } from "@/lib/client/public-config";
import { userKey } from "@/lib/client/settings/settings-writer";
import { TabProvider, TabStoreProvider } from "@/lib/client/tabs/context";
import { createTabStore } from "@/lib/client/tabs/store";
import { ThemeProvider } from "@/lib/client/theme/theme-provider";
import { contract } from "@/lib/contract";
import type { HomeOverview } from "@/lib/contract/home";
import type { Shortcut } from "@/lib/contract/shortcuts";
import { loadMessages } from "@/lib/i18n/load-messages";
import { FakeApi } from "@/tests/component/fake-api";
import { AreasProvider } from "../area/areas-context";
import HomeView from "./home/home-view";
import { areaRegistry } from "./registry";

// Test files share globals, so each restores its changes.
const { scrollIntoView, checkVisibility } = Element.prototype;
afterAll(() => {
  Object.assign(Element.prototype, { scrollIntoView, checkVisibility });
});

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // Missing in jsdom, but used by the list.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.checkVisibility = () => true;
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => act(async () => openPalette()));

async function workspace(userPermissions: string[], overview: HomeOverview = { unread: 0 }) {
  const messages = await loadMessages("en");
  const api = new FakeApi();
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    api.fetch(`http://localhost${address}`, init),
  );
  const client = createQueryClient();
  const user = {
    profile: { userId: "1", userName: "ada", firstName: "Ada", lastName: "Byron", email: "" },
    userPermissions,
    userSettings: [] as { settingName: string; settingValue: string }[],
    tenants: [],
  };
  let shortcuts: Shortcut[] = [];
  client.setQueryData(userKey, user);
  api.answer(contract.user.current, () => user);
  api.answer(contract.user.actions, () => shortcuts);
  api.answer(contract.user.initActions, ({ body }) => {
    shortcuts = (body as Shortcut[]).map((one) => ({
      ...one,
      userFavoriteActionId: `id-${one.actionUrl.slice(1)}`,
    }));
    user.userSettings = [{ settingName: "home.shortcutsInitialised", settingValue: "true" }];
    return null;
  });
  api.answer(contract.user.swapActions, ({ path }) => {
    const [one, other] = path.split("/").slice(-2).map(decodeURIComponent);
    const at = (id = "") => shortcuts.find(({ userFavoriteActionId }) => userFavoriteActionId === id);
    const [first, second] = [at(one), at(other)];
    shortcuts = shortcuts.map((each) =>
      each === first ? (second ?? each) : each === second ? (first ?? each) : each,
    );
    return null;
  });
  api.answer(contract.user.removeAction, ({ path }) => {
    shortcuts = shortcuts.filter(
      ({ userFavoriteActionId }) => !path.endsWith(encodeURIComponent(userFavoriteActionId)),
    );
    return null;
  });
  api.answer(contract.user.addAction, ({ body }) => {
    shortcuts = [...shortcuts, { ...(body as Shortcut), userFavoriteActionId: "id-new" }];
    return "id-new";
  });
  api.answer(contract.home.overview, () => overview);
  api.answer(contract.home.figures, () => []);
  api.answer(contract.notifications.list, () => ({ list: [], totalCount: 0 }));
  api.answer(contract.settings.version, () => ({ version: "1", capabilities: ["search", "home"] }) as never);
  const list = [{ id: "r1", name: "Role of ada", hint: "", address: "/roles/r1" }];
  api.answer(contract.search.everywhere, ({ query }) =>
    query.get("phrase") === "ada" ? [{ collection: "roles", totalCount: 1, isMore: false, list }] : [],
  );
  configureApi({ prefix: "", language: () => "en", timeZone: () => "UTC" });
  const tabs = createTabStore("/");
  const config = {
    appTitle: "Hub",
    basePath: "",
    prefix: "",
    multiTenancy: false,
    authMode: "basic",
    attachmentActions: [],
    attachmentMegabytes: 300,
    initialShortcuts: [],
    version: "0",
    languages: ["en", "de"],
  } as const;
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  await act(async () =>
    root.render(
      <PublicConfigProvider config={config}>
        <QueryClientProvider client={client}>
          <LanguageProvider initial="en" messages={messages}>
            <ThemeProvider initial="auto">
              <TabStoreProvider store={tabs}>
                <FormatProvider serverTimeZone="UTC">
                  <ConfirmProvider>
                    <AreasProvider value={areaRegistry}>
                      <main id="content">
                        <Suspense>
                          <TabProvider id={tabs.getState().activeId}>
                            <HomeView />
                          </TabProvider>
                        </Suspense>
                      </main>
                      <Palette />
                    </AreasProvider>
                  </ConfirmProvider>
                </FormatProvider>
              </TabStoreProvider>
            </ThemeProvider>
          </LanguageProvider>
        </QueryClientProvider>
      </PublicConfigProvider>,
    ),
  );
  onTestFinished(async () => {
    await act(async () => root.unmount());
    container.remove();
    vi.unstubAllGlobals();
  });
  return { tabs, api };
}

/** @param at time of the key press; defaults to now */
const press = (key: string, { at, ...init }: KeyboardEventInit & { at?: number } = {}) =>
  act(async () => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
    if (at !== undefined) Object.defineProperty(event, "timeStamp", { value: at });
    (document.activeElement ?? document.body).dispatchEvent(event);
  });
const until = (what: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {});
    what();
  }, 10_000);
const input = () => document.querySelector<HTMLInputElement>("[role=combobox]");
const chosen = () => document.querySelector("[role=option][aria-selected=true]")?.textContent;
const options = () => [...document.querySelectorAll("[role=option]")].map(({ textContent }) => textContent);

async function type(text: string, box = input()) {
  await act(async () => {
    if (!box) throw new Error("The palette is not open");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("[SH-10] [PM-01] the palette finds permitted views, actions and records by a few letters", async () => {
  const { tabs, api } = await workspace(["RoleView", "RoleView_AddAction"]);
  const tiles = () =>
    [...document.querySelectorAll('section[aria-label="Shortcuts"] li')].map((one) => one.textContent);
  await until(() => expect(tiles()).toEqual(["Roles"]));
  expect(api.calls.filter(({ path }) => path === "/user/actions-init")).toHaveLength(1);

  await press("k", { ctrlKey: true });
  await until(() => expect(input()).toBe(document.activeElement));
  expect(options()).toEqual(expect.arrayContaining(["Roles", "New role"]));
  expect(options().join()).not.toMatch(/Users|Organisation/);
  await type("nwrl");
  await until(() => expect(chosen()).toBe("New role"));
  await type("ada");
  await until(() => expect(options()).toContain("Role of adaRoles"));
  await type("nwrl");
  await until(() => expect(chosen()).toBe("New role"));
  // Enter that ends an IME composition is not a command.
  const ended = new Event("compositionend", { bubbles: true });
  await act(async () => input()?.dispatchEvent(ended));
  await press("Enter", { at: ended.timeStamp + 50 });
  expect(tabs.getState().tabs).toHaveLength(1);
  await press("Enter", { at: ended.timeStamp + 150 });
  expect(tabs.getState().tabs.map(({ path }) => path)).toEqual(["/", "/roles/new"]);
  await until(() => expect(input()).toBeNull());

  await press("?", { at: ended.timeStamp + 200 });
  await until(() =>
    expect(document.querySelector("[role=dialog]")?.textContent).toContain("Keyboard shortcuts"),
  );
});

test("[HO-01] tiles are moved by arrows, removed after confirmation, and added by a star", async () => {
  const { api } = await workspace(["UserView", "RoleView"]);
  const tiles = () =>
    [...document.querySelectorAll('section[aria-label="Shortcuts"] li')].map((one) => one.textContent);
  const click = (name: string, within: ParentNode = document) =>
    act(async () => {
      const all = [...within.querySelectorAll<HTMLButtonElement>("button")];
      const found = all.find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name);
      if (!found) throw new Error(`No button ${name}: ${all.map(({ textContent }) => textContent)}`);
      found.click();
    });
  const dialog = () => document.querySelector("[role=dialog]") as HTMLElement;
  const calls = () =>
    api.calls.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  await until(() => expect(tiles()).toEqual(["Users", "Roles"]));
  await until(() => expect(calls()).toContain("PUT /user/actions-init"));

  await click("Edit shortcuts");
  await until(() => expect(document.querySelector('[aria-label="Move “Users” right"]')).not.toBeNull());
  await click("Move “Users” right");
  await until(() => expect(tiles()).toEqual(["Roles", "Users"]));
  await click("Remove “Roles”");
  await until(() => expect(dialog().textContent).toContain("Remove “Roles”?"));
  await click("Remove shortcut", dialog());
  await until(() => expect(tiles()).toEqual(["Users"]));

  await click("Add shortcut");
  await until(() => expect(dialog()?.textContent).toContain("My account"));
  await click("My account", dialog());
  await until(() => expect(tiles()).toEqual(["Users", "My account"]));
  expect(calls().slice(1)).toEqual([
    "PATCH /user/actions/swap/id-users/id-roles",
    "DELETE /user/actions/id-roles",
    "POST /user/actions",
  ]);

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const searched = () =>
    api.calls.flatMap(({ path, query }) =>
      path === contract.search.everywhere.path ? [query.get("phrase")] : [],
    );
  const box = dialog().querySelector<HTMLInputElement>("input[type=search]");
  await type("ad", box);
  await after(999);
  await type("ada", box);
  await after(999);
  expect(searched()).toEqual([]);
  await after(1);
  expect(searched()).toEqual(["ada"]);
});

test("[HO-05] tasks show exact counts, and a plus beyond the limit", async () => {
  await workspace([], {
    unread: 0,
    invitations: { open: 99, expired: 100 },
    neverSignedIn: 1,
    withoutRole: { count: 3, isMore: true },
  });
  const needs = () =>
    [...document.querySelectorAll('section[aria-label="Needs attention"] li')].map(
      ({ textContent }) => textContent,
    );
  await until(() =>
    expect(needs()).toEqual([
      "99+ expired invitations",
      "99 open invitations",
      "1 user who never signed in",
      "3+ users without a role",
    ]),
  );
});
