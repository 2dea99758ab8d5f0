// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfirmProvider } from "@/components/ui/confirm-dialog";
import { TooltipProvider } from "@/components/ui/tooltip";
import { FormatProvider } from "@/lib/client/format";
import { userKey } from "@/lib/client/preferences/settings-writer";
import { contract } from "@/lib/contract";
import type { ListView } from "@/lib/contract/list-views";
import common from "@/messages/en/common.json";
import resource from "@/messages/en/resource.json";
import validation from "@/messages/en/validation.json";
import { defaultLayout } from "../layout/layout";
import { defaultListState } from "../list-call";
import ViewsPanel from "./views-panel";

const endpoint = contract.roles.list;
const unarranged = { hidden: [], shown: [], order: [], pinned: [], widths: {} };
const view = (viewName: string, more: Partial<ListView> = {}): ListView => ({
  ...{ listViewId: viewName, list: "roles.list", viewName, audience: "mine", roleId: null, query: "" },
  ...{ layout: unarranged, density: "standard", createdBy: "Ada", mayEdit: true, version: 1 },
  ...more,
});

let root: Root;
let box: HTMLElement;
let sent: { method: string; url: string; body: unknown }[] = [];
const [change, setLayout, setDensity, onDone] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  sent = [];
  const views = [
    view("By date", {
      query: "sortBy=createdOn&sortDir=desc",
      layout: { ...unarranged, hidden: ["userCount"] },
    }),
    view("Old", { audience: "everyone", query: "sortBy=goneColumn&phrase=reader", mayEdit: false }),
  ];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    if (method !== "GET") sent.push({ method, url, body: body && JSON.parse(String(body)) });
    return Response.json(method === "GET" ? views : "new");
  });
  const client = new QueryClient();
  const userPermissions = ["RoleView", "RoleView_EditAction"];
  client.setQueryData(userKey, { profile: {}, userPermissions, userSettings: [], tenants: [] });
  box = document.body.appendChild(document.createElement("div"));
  root = createRoot(box);
  await act(async () =>
    root.render(
      <NextIntlClientProvider locale="en" messages={{ common, resource, validation }} timeZone="UTC">
        <QueryClientProvider client={client}>
          <TooltipProvider>
            <FormatProvider serverTimeZone="UTC">
              <ConfirmProvider>
                <ViewsPanel
                  endpoint={endpoint}
                  control={{ state: { ...defaultListState(endpoint), page: 4, phrase: "x" }, change }}
                  layout={{ layout: defaultLayout, setLayout, density: "compact", setDensity }}
                  columns={["roleName", "userCount"].map((id) => ({ id }))}
                  onDone={onDone}
                />
              </ConfirmProvider>
            </FormatProvider>
          </TooltipProvider>
        </QueryClientProvider>
      </NextIntlClientProvider>,
    ),
  );
  await act(() => vi.waitFor(() => expect(box.textContent).toContain("By date")));
});
afterEach(() => {
  act(() => root.unmount());
  box.remove();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const button = (name: string) =>
  [...document.querySelectorAll("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
  );

test("[TL-07] a saved view is shown: what it names, from the first page, and no more than there is", async () => {
  await act(async () => button("By date")?.click());
  const state = { ...defaultListState(endpoint), sortBy: "createdOn", sortDir: "desc" };
  expect(change).toHaveBeenLastCalledWith(state);
  expect(setLayout).toHaveBeenLastCalledWith({ ...unarranged, hidden: ["userCount"] });
  expect(setDensity).toHaveBeenLastCalledWith("standard");
  await act(async () => button("Old")?.click());
  expect(change).toHaveBeenLastCalledWith({ ...defaultListState(endpoint), phrase: "reader" });
  expect(onDone).toHaveBeenCalledTimes(2);
});

test("[TL-07] how the list looks now is kept under a name, in the place of another, or removed; somebody else's is not", async () => {
  expect([button("Remove “Old”"), button("Keep the present look as “Old”")]).toEqual([undefined, undefined]);
  const look = { query: "phrase=x", layout: unarranged, density: "compact" };
  await act(async () => button("Keep the present look as “By date”")?.click());
  await act(() => vi.waitFor(() => expect(sent).toHaveLength(1)));
  expect(sent[0]).toMatchObject({ method: "PUT", body: { ...look, version: 1 } });
  const name = box.querySelector<HTMLInputElement>("input[name=viewName]");
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  await act(async () => {
    write?.call(name, "Newest");
    name?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => button("Save view")?.click());
  await act(() => vi.waitFor(() => expect(sent).toHaveLength(2)));
  expect(sent[1]).toMatchObject({
    method: "POST",
    body: { ...look, list: "roles.list", viewName: "Newest", audience: "mine" },
  });
  await act(async () => button("Remove “By date”")?.click());
  await act(async () => button("Remove view")?.click());
  await act(() => vi.waitFor(() => expect(sent).toHaveLength(3)));
  expect([sent[2]?.method, sent[2]?.url]).toEqual(["DELETE", expect.stringContaining("listViewIds=By+date")]);
});
