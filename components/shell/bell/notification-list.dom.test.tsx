// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { configureApi } from "@/lib/client/api/client";
import { FormatProvider } from "@/lib/client/format";
import { LanguageProvider } from "@/lib/client/i18n/language-provider";
import { userKey } from "@/lib/client/settings/settings-writer";
import { contract } from "@/lib/contract";
import type { Notification } from "@/lib/contract/notifications";
import { loadMessages } from "@/lib/i18n/load-messages";
import { FakeApi } from "@/tests/component/fake-api";
import { NotificationList } from "./notification-list";

const day = "2026-03-02T";

/** Notification without a record, such as one about a deleted record. */
const told = (at: string, eventMessage: string, status: Notification["status"]): Notification => ({
  notificationId: at,
  createdOn: `${day}${at}:00.000Z`,
  eventMessage,
  status,
  createdBy: "Ada",
  link: null,
});

async function show(list: Notification[]) {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const api = new FakeApi();
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    api.fetch(`http://localhost${address}`, init),
  );
  const capabilities = ["notification-kinds"];
  api.answer(contract.settings.version, () => ({ version: "1", capabilities }) as never);
  api.answer(contract.notifications.list, () => ({ list, totalCount: list.length }));
  configureApi({ prefix: "", language: () => "en", timeZone: () => "UTC" });
  const client = new QueryClient();
  const profile = { userId: "1", userName: "ada", firstName: "", lastName: "", email: "" };
  client.setQueryDefaults(userKey, { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(userKey, { profile, userPermissions: [], userSettings: [], tenants: [] });
  const messages = await loadMessages("en");
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <LanguageProvider initial="en" messages={messages}>
          <FormatProvider serverTimeZone="UTC">
            <NotificationList unread={1} onLeave={() => undefined} />
          </FormatProvider>
        </LanguageProvider>
      </QueryClientProvider>,
    ),
  );
  onTestFinished(async () => {
    await act(async () => root.unmount());
    container.remove();
    vi.unstubAllGlobals();
  });
  return () => [...container.querySelectorAll("li")].map((item) => item.textContent);
}

test("[HO-03] equal notifications of a day are merged, but read and unread ones stay separate", async () => {
  const items = await show([
    told("12:00", "Role given", "Unread"),
    told("11:00", "Password set", "Unread"),
    told("10:00", "Role given", "Unread"),
    told("09:00", "Role given", "Read"),
  ]);
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(items()).toHaveLength(3);
  });
  expect(items()).toEqual([
    expect.stringMatching(/Role given.*2 times/),
    expect.stringContaining("Password set"),
    expect.stringContaining("Role given"),
  ]);
  expect(items()[2]).not.toContain("times");
});
