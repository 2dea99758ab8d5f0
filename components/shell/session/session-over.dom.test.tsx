// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { PublicConfigProvider } from "@/lib/client/public-config";
import { announceEnd, announceSession, announceSignOut, onSessionNews } from "@/lib/client/session/announce";
import { userKey } from "@/lib/client/settings/settings-writer";
import type { CurrentUser } from "@/lib/contract/user";
import type { PublicConfig } from "@/lib/installation/public-config";
import shell from "@/messages/en/shell.json";
import { SignedOutBoundary } from "./session-over";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

vi.mock("@/lib/client/drafts/owner", () => ({ forgetDrafts: async () => {}, sealDrafts: async () => {} }));

const user: CurrentUser = {
  profile: { userId: "1", userName: "ada", firstName: "", lastName: "", email: "" },
  userPermissions: [],
  tenants: [],
  userSettings: [],
};
const config = { appTitle: "Hub", prefix: "/acme" } as PublicConfig;
let root: Root;

// Loaded on demand; compiling it is not part of the test.
beforeAll(() => import("./session-over-covers"));

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

async function workspace() {
  const client = new QueryClient();
  client.setQueryData(userKey, user);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root.render(
      <PublicConfigProvider config={config}>
        <QueryClientProvider client={client}>
          <NextIntlClientProvider locale="en" messages={{ shell }} timeZone="UTC">
            <SignedOutBoundary>
              <title>Hub: Ada Byron</title>
              <p>Ada Byron</p>
            </SignedOutBoundary>
          </NextIntlClientProvider>
        </QueryClientProvider>
      </PublicConfigProvider>,
    ),
  );
}

/** Waits until the message sent last has arrived. */
const messageReceived = (last: () => void) =>
  act(
    () =>
      new Promise<void>((resolve) => {
        const stop = onSessionNews("/acme", () => {
          stop();
          resolve();
        });
        last();
      }),
  );

test("[AU-08] a workspace is removed when its user signs out in another window", async () => {
  await workspace();
  await messageReceived(() => announceSignOut("/acme", "1", { keep: true }));
  // Hidden immediately; the explanation comes with its code.
  expect(document.documentElement.textContent).not.toContain("Ada");
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(document.body.textContent).toContain("You are signed out");
  });
  expect(document.title).toBe("Hub");
  const link = document.querySelector("a");
  expect(link?.getAttribute("href")).toBe("/acme/login?callbackUrl=%2F");
  expect(document.querySelector("main")).toBe(document.activeElement);
});

test("[AU-08] it stays on other messages between windows, and when other users sign out", async () => {
  await workspace();
  announceSignOut("/other", "1", { keep: true });
  await messageReceived(() => announceSignOut("/acme", "2", { keep: true }));
  await messageReceived(() => announceSession("/acme"));
  await messageReceived(() => announceEnd("/acme"));
  expect(document.body.textContent).toBe("Ada Byron");
});
