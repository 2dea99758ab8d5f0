// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { subscribeToNews } from "@/components/shell/live-updates";
import { hear, type ReportPresence } from "@/lib/client/live/news";
import { userKey } from "@/lib/client/settings/settings-writer";
import { TabStoreProvider } from "@/lib/client/tabs/context";
import { createTabStore } from "@/lib/client/tabs/store";
import type { News } from "@/lib/live/hub";
import common from "@/messages/en/common.json";
import resource from "@/messages/en/resource.json";
import Presence from "../record/presence";
import { LiveChange } from "./live-change";

const me = "00000000-0000-4000-8000-0000000000aa";
const roleId = "00000000-0000-4000-8000-0000000000bb";
let root: Root;
let client: QueryClient;
let stop: () => void;
const store = createTabStore(`/roles/${roleId}`);

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.replaceChildren();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(userKey, {
    profile: { userId: me },
    userPermissions: [],
    userSettings: [],
    tenants: [],
  });
  stop = subscribeToNews(me, client);
});
afterEach(async () => {
  stop();
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const show = (children: ReactNode) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <NextIntlClientProvider locale="en" messages={{ resource, common }} timeZone="UTC">
          <TabStoreProvider store={store}>{children}</TabStoreProvider>
        </NextIntlClientProvider>
      </QueryClientProvider>,
    ),
  );

const tell = (news: News) => act(async () => hear(news));
const changed: News & { kind: "records" } = {
  kind: "records",
  collection: "roles",
  ids: [roleId],
  deleted: false,
  by: "somebody",
  byName: "Anna",
};
const text = () => document.body.textContent ?? "";
const press = async (name: string) => {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  await act(async () => button?.click());
};

test("[SH-12] changes by others are reported once until shown or dismissed, own changes are not", async () => {
  const onShow = vi.fn();
  const before = Date.now() - 1;
  const view = (askedAt: number, isEditing = false) =>
    show(<LiveChange of={`roles/${roleId}`} askedAt={askedAt} isEditing={isEditing} onShow={onShow} />);
  await view(before);
  await tell({ ...changed, by: me });
  await tell({ ...changed, ids: ["another"] });
  expect(text()).toBe("");
  await tell(changed);
  // Loaded on demand.
  await act(async () => void (await import("./live-notice")));
  expect(text()).toContain("Anna changed this just now.");
  await press("Show");
  expect(onShow).toHaveBeenCalledOnce();
  // Data fetched later includes the change.
  await view(Date.now());
  expect(text()).toBe("");

  await view(before, true);
  expect(text()).toContain("What you typed is kept.");
  expect([...document.querySelectorAll("button")].map((button) => button.textContent)).toEqual(["Not now"]);
  await press("Not now");
  expect(text()).toBe("");
  await tell({ ...changed, deleted: true });
  expect(text()).toContain("Anna deleted this just now.");
});

test("[HO-03] a burst of news causes two requests, and invisible data is refetched when shown", async () => {
  client.setQueryData(["roles", "list", {}], { list: [], totalCount: 0 });
  const asked = vi.spyOn(client, "invalidateQueries");
  await show(null);
  vi.useFakeTimers();
  for (let count = 0; count < 1_000; count += 1)
    await tell({ kind: "notifications", count: 1, notificationId: "x" });
  const ofBell = () =>
    asked.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === "notifications").length;
  expect(ofBell()).toBe(1);
  await act(async () => vi.advanceTimersByTime(1_000));
  expect(ofBell()).toBe(2);
  await tell(changed);
  expect(client.getQueryState(["roles", "list", {}])?.isInvalidated).toBe(true);
});

test("[SH-12] a user who leaves with unsaved changes is away, and others present are named", async () => {
  const said: Parameters<ReportPresence>[0]["state"][] = [];
  const say: ReportPresence = ({ state }) => said.push(state);
  const at = (state: "looks" | "edits") => (
    <Presence collection="roles" id={roleId} state={state} say={say} />
  );
  await show(at("looks"));
  await show(at("edits"));
  expect(said).toEqual(["looks", "edits"]);
  const anna = { userId: "somebody", name: "Anna", state: "edits" } as const;
  const mine = { userId: me, name: "Me", state: "edits" } as const;
  await tell({ kind: "presence", collection: "roles", id: roleId, people: [anna, mine] });
  expect(text()).toContain("Anna is editing this");
  // Another window of the same user has left.
  await tell({ kind: "presence", collection: "roles", id: roleId, people: [{ ...anna, state: "draft" }] });
  expect(text()).toContain("Anna has unsaved changes here");
  expect(said.at(-1)).toBe("edits");
  vi.useFakeTimers();
  await show(null);
  expect(said.at(-1)).toBe("draft");
  await act(async () => vi.advanceTimersByTime(61_000));
  expect(said.filter((state) => state === "draft").length).toBeGreaterThan(1);
  act(() => store.actions.close(store.getState().activeId));
  await act(async () => vi.advanceTimersByTime(61_000));
  expect(said.at(-1)).toBe("gone");
});
