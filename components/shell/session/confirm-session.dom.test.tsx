// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act, type ReactNode, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Dialog } from "@/components/ui/dialog";
import { call, configureApi } from "@/lib/client/api/client";
import { FormatProvider } from "@/lib/client/format";
import { announceSession } from "@/lib/client/session/announce";
import { userKey } from "@/lib/client/settings/settings-writer";
import { PrefixProvider } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import { confirmationHeader, lastConfirmedHeader } from "@/lib/contract/confirmation-headers";
import type { CurrentUser } from "@/lib/contract/user";
import common from "@/messages/en/common.json";
import resource from "@/messages/en/resource.json";
import shell from "@/messages/en/shell.json";
import validation from "@/messages/en/validation.json";
import { confirmSession } from "./confirm-session";

const user: CurrentUser = {
  profile: { userId: "1", userName: "ada", firstName: "", lastName: "", email: "" },
  userPermissions: [],
  tenants: [],
  userSettings: [],
};

function Question() {
  const [question, setQuestion] = useState<ReactNode>();
  configureApi({
    prefix: "",
    language: () => "en",
    timeZone: () => "UTC",
    confirmSession: (...refused) => confirmSession(setQuestion, ...refused),
  });
  return question;
}

let root: Root;
let isConfirmed: boolean;
let accepted: string;
let lastConfirmed: string;
const calls: { path: string; key: string | null; body: unknown }[] = [];
const pathsOf = (path: string) => calls.filter((each) => each.path === path);

/** Refuses every call until the session is confirmed with the password `right`. */
async function answer(address: string, { headers, body }: RequestInit): Promise<Response> {
  const given = typeof body === "string" ? JSON.parse(body) : undefined;
  calls.push({ path: address, key: new Headers(headers).get("idempotency-key"), body: given });
  if (address === "/api/user") return Response.json(user);
  if (address === "/api/user/confirmation") {
    if (given.currentPassword === "right" || given.code === "123456") {
      isConfirmed = true;
      return new Response(null, { status: 204 });
    }
    const errors = [{ propertyName: "currentPassword", errorMessage: "This is not your current password." }];
    return Response.json({ status: 400, code: "invalid", title: "", errors }, { status: 400 });
  }
  if (isConfirmed) return Response.json("new-id");
  const refusal = {
    status: 403,
    code: "confirmationNeeded",
    title: "",
    message: "Please confirm that it is you.",
  };
  const needed = { [confirmationHeader]: accepted, [lastConfirmedHeader]: lastConfirmed };
  return Response.json(refusal, { status: 403, headers: needed });
}

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", answer);
  calls.length = 0;
  isConfirmed = false;
  accepted = "password";
  lastConfirmed = "2026-11-28T09:00:00.000Z";
  const client = new QueryClient();
  client.setQueryData(userKey, user);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <NextIntlClientProvider locale="en" messages={{ common, resource, shell, validation }} timeZone="UTC">
          <PrefixProvider prefix="">
            <FormatProvider serverTimeZone="UTC">
              <Dialog open onOpenChange={() => closed()} title="New role">
                <input aria-label="Role name" defaultValue="" />
              </Dialog>
              <Question />
            </FormatProvider>
          </PrefixProvider>
        </NextIntlClientProvider>
      </QueryClientProvider>,
    ),
  );
});
const closed = vi.fn();

afterEach(async () => {
  if (dialogs().length > 1) await press("Cancel");
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const settled = () => act(async () => void (await vi.waitFor(() => Promise.resolve())));
const dialogs = () => [...document.querySelectorAll<HTMLElement>("[role=dialog]")].map(nameOf);
const nameOf = (element: Element) =>
  document.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent ?? "";
const field = (label: string) => {
  const found = [...document.querySelectorAll("label")].find(({ textContent }) =>
    textContent?.startsWith(label),
  );
  return document.getElementById(found?.htmlFor ?? "") as HTMLInputElement;
};
const press = (name: string) =>
  act(async () =>
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name)?.click(),
  );
const type = (label: string, text: string) =>
  act(async () => {
    const input = field(label);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
const createRole = (idempotencyKey = "one") =>
  call(contract.roles.create, { body: { roleName: "Clerk", isDefault: false } }, { idempotencyKey });

async function withRoleName() {
  const input = document.querySelector<HTMLInputElement>("[aria-label='Role name']");
  if (!input) throw new Error("The form is missing");
  input.value = "Clerk";
  input.focus();
  return input;
}

async function opened(start: () => Promise<unknown>) {
  let result: Promise<unknown> = Promise.resolve();
  await act(async () => {
    result = start();
    result.catch(() => undefined);
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
  });
  return { result };
}

test("[AU-12] repeats the same call after the password, over an unchanged form that gets the focus back", async () => {
  const input = await withRoleName();
  const { result } = await opened(createRole);
  expect(dialogs()).toEqual(["New role", "Confirm it’s you"]);
  expect(document.activeElement).toBe(field("Password"));
  await type("Password", "right");
  await press("Confirm");
  expect(await result).toBe("new-id");
  await settled();
  expect(pathsOf("/api/roles").map(({ key }) => key)).toEqual(["one", "one"]);
  expect(dialogs()).toEqual(["New role"]);
  expect([input.value, document.activeElement]).toEqual(["Clerk", input]);
  expect(closed).not.toHaveBeenCalled();
});

test("[AU-12] shows the time of the last factor, unless it is unknown", async () => {
  await opened(createRole);
  expect(document.body.textContent).toContain("you last confirmed your identity on");
  await press("Cancel");
  lastConfirmed = new Date(0).toISOString();
  await opened(createRole);
  expect(document.body.textContent).toContain("needs a recent confirmation of your identity");
  expect(document.body.textContent).not.toContain("1970");
});

test("[AU-12] a wrong password is reported at its field and loses nothing", async () => {
  const { result } = await opened(createRole);
  await type("Password", "wrong");
  await press("Confirm");
  await settled();
  expect(document.body.textContent).toContain("This is not your current password.");
  expect([field("Password").value, dialogs().length]).toEqual(["wrong", 2]);
  await type("Password", "right");
  await press("Confirm");
  expect(await result).toBe("new-id");
});

test("[AU-12] several refused calls open one dialog and are all repeated", async () => {
  const { result } = await opened(() =>
    Promise.all([createRole("one"), createRole("two"), createRole("three")]),
  );
  expect(dialogs()).toHaveLength(2);
  await type("Password", "right");
  await press("Confirm");
  expect(await result).toEqual(["new-id", "new-id", "new-id"]);
  expect(pathsOf("/api/user/confirmation")).toHaveLength(1);
});

test("[AU-12] cancelling fails the call, and the next one asks again", async () => {
  const { result } = await opened(createRole);
  await press("Cancel");
  await expect(result).rejects.toMatchObject({ status: 403, code: "confirmationNeeded" });
  expect([dialogs(), pathsOf("/api/roles").length]).toEqual([["New role"], 1]);
  await opened(createRole);
  expect(dialogs()).toHaveLength(2);
});

test("[AU-12] with an authenticator app a code confirms too", async () => {
  accepted = "totp, recovery, password";
  const { result } = await opened(createRole);
  await press("Use a code instead");
  await type("Code of the app", "123456");
  await press("Confirm");
  expect(await result).toBe("new-id");
  expect(pathsOf("/api/user/confirmation").map(({ body }) => body)).toEqual([{ code: "123456" }]);
});

test("[AU-12] with a passkey its button is offered first", async () => {
  vi.stubGlobal("PublicKeyCredential", class {});
  accepted = "passkey, recovery, password";
  await opened(createRole);
  expect(document.activeElement?.textContent).toBe("Use a passkey");
});

test("[AU-12] asks without a date when a provider reports no time", async () => {
  accepted = "provider";
  lastConfirmed = "";
  await opened(createRole);
  expect(document.body.textContent).toContain("needs a recent confirmation of your identity");
  expect(document.body.textContent).not.toContain("1970");
});

test("[AU-12] a browser without passkeys offers none", async () => {
  accepted = "passkey, password";
  await opened(createRole);
  expect(document.body.textContent).not.toContain("Use a passkey");
  expect(document.activeElement).toBe(field("Password"));
});

test("[AU-12] with a provider a new sign-in of the same user in another window confirms", async () => {
  accepted = "provider";
  const open = vi.spyOn(window, "open").mockReturnValue(window);
  const { result } = await opened(createRole);
  await press("Sign in");
  expect(open.mock.calls[0]?.[0]).toBe("/api/auth/sign-in/oidc?prompt=login&popup=1");
  isConfirmed = true;
  await act(async () => {
    announceSession("");
    await result;
  });
  expect(await result).toBe("new-id");
});
