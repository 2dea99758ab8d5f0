// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/acme/users" }
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LanguageProvider } from "@/lib/client/i18n/language-provider";
import { userKey } from "@/lib/client/settings/settings-writer";
import { PrefixProvider } from "@/lib/client/tabs/prefix";
import type { CurrentUser } from "@/lib/contract/user";
import type { Messages } from "@/lib/i18n/namespaces";
import { unsavedLanguage } from "@/lib/i18n/unsaved-language";
import type { Language } from "@/lib/preferences/preferences";
import { useSwitchLanguage, useUnsavedLanguage } from "./use-switch-language";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const messages = { common: { errorOccurred: "Error" } } as unknown as Messages;
let saved: string[];
let answer: () => Promise<Response>;
let root: Root;

beforeEach(() => {
  saved = [];
  answer = async () => new Response(null, { status: 204 });
  vi.stubGlobal("fetch", async (address: string) => {
    if (address.includes("/api/messages/")) return Response.json(messages);
    saved.push(address.split("/").at(-1) ?? "");
    return answer();
  });
});

afterEach(async () => {
  await act(async () => root.unmount());
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = "lang.unsaved=; path=/acme; max-age=0";
  vi.unstubAllGlobals();
});

function Shell({ onRender }: { onRender: (choose: (language: Language) => Promise<void>) => void }) {
  onRender(useSwitchLanguage());
  useUnsavedLanguage();
  return null;
}

async function page(userId = "1") {
  const client = new QueryClient();
  const user: CurrentUser = {
    profile: { userId, userName: "ada", firstName: "", lastName: "", email: "" },
    userPermissions: [],
    tenants: [],
    userSettings: [],
  };
  client.setQueryData(userKey, user);
  let choose = async (_: Language) => {};
  root = createRoot(document.createElement("div"));
  await act(async () =>
    root.render(
      <PrefixProvider prefix="/acme">
        <QueryClientProvider client={client}>
          <LanguageProvider initial="en" messages={messages}>
            <Shell
              onRender={(next) => {
                choose = next;
              }}
            />
          </LanguageProvider>
        </QueryClientProvider>
      </PrefixProvider>,
    ),
  );
  return {
    choose: (language: Language) => act(() => choose(language)),
    heardAgain: () => act(async () => client.setQueryData(userKey, { ...user })),
    leave: () => act(async () => root.unmount()),
  };
}

const unsaved = (userId = "1") => unsavedLanguage(document.cookie, userId);

test("[PR-02] an unsaved language is saved by the next page of the same user", async () => {
  answer = () => new Promise(() => {});
  const before = await page();
  await before.choose("de");
  expect([saved, unsaved()]).toEqual([["de"], "de"]);
  await before.leave();

  const theirs = await page("2");
  expect([saved, unsaved("2"), unsaved()]).toEqual([["de"], undefined, "de"]);
  await theirs.leave();

  answer = async () => new Response(null, { status: 204 });
  await page();
  await vi.waitFor(() => expect(unsaved()).toBeUndefined());
  expect(saved).toEqual(["de", "de"]);
});

test("[PR-02] an unsent choice is resent once the server responds, and the last choice wins", async () => {
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  const { choose, heardAgain } = await page();
  await choose("de");
  await choose("pl");
  await vi.waitFor(() => expect(saved).toEqual(["de", "pl"]));
  expect(unsaved()).toBe("pl");
  answer = async () => new Response(null, { status: 204 });
  await heardAgain();
  await vi.waitFor(() => expect(unsaved()).toBeUndefined());
  expect(saved).toEqual(["de", "pl", "pl"]);
});

test("[PR-02] a refused choice is not resent", async () => {
  answer = async () => new Response("{}", { status: 400 });
  const { choose, heardAgain } = await page();
  await choose("sr");
  await vi.waitFor(() => expect(unsaved()).toBeUndefined());
  await heardAgain();
  expect(saved).toEqual(["sr"]);
});

test.each(["lang.unsaved=de", "lang.unsaved=xx%201", "lang.unsaved=de%202", "lang.unsaved=%E0", ""])(
  "[PR-02] the cookie %o does not belong to this user",
  async (cookie) => {
    await page();
    expect(unsavedLanguage(cookie, "1")).toBeUndefined();
  },
);
