// @vitest-environment jsdom
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PublicConfigProvider } from "@/lib/client/public-config";
import { PrefixProvider } from "@/lib/client/tabs/prefix";
import type { PublicConfig } from "@/lib/installation/public-config";
import common from "@/messages/en/common.json";
import shell from "@/messages/en/shell.json";
import SignInAgainDialog from "./sign-in-again-dialog";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const passkey = { id: "1", response: {} };
vi.mock("@/components/login/passkey", () => ({ askForPasskey: async () => passkey }));

const config = { appTitle: "Hub", prefix: "/acme", authMode: "basic" } as PublicConfig;
const onSignedIn = vi.fn(async () => {});
const bodies: unknown[] = [];
let answer: () => Response;
let root: Root;

beforeEach(async () => {
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return answer();
  });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root.render(
      <PublicConfigProvider config={config}>
        <PrefixProvider prefix="/acme">
          <NextIntlClientProvider locale="en" messages={{ shell, common }} timeZone="UTC">
            <SignInAgainDialog userName="ada" onSignedIn={onSignedIn} focusAfterwards={() => null} />
          </NextIntlClientProvider>
        </PrefixProvider>
      </PublicConfigProvider>,
    ),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
const refusal = (code: string, kinds: string) =>
  Response.json({ code }, { status: 401, headers: { "x-second-factor": kinds } });

async function submitPassword() {
  const field = document.querySelector("[name=password]") as HTMLInputElement;
  field.value = "Correct-horse-7";
  await act(async () => document.querySelector("form")?.requestSubmit());
}

test("[AU-11] a browser without passkeys is offered the code alone", async () => {
  answer = () => refusal("secondFactorNeeded", "passkey, totp");
  await submitPassword();
  expect(document.activeElement).toBe(document.querySelector("[name=code]"));
  expect(button("Use a passkey")).toBeUndefined();
});

test("[AU-11] an ended session is continued by a passkey instead of a code", async () => {
  vi.stubGlobal("PublicKeyCredential", class {});
  answer = () => refusal("secondFactorNeeded", "passkey, recovery");
  await submitPassword();
  expect(document.activeElement).toBe(document.querySelector("[name=code]"));
  answer = () => new Response(null, { status: 204 });
  await act(async () => button("Use a passkey")?.click());
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies.at(-1)).toEqual({ passkey });
});

test("[AU-11] a person who now needs a second factor is led to the sign-in page", async () => {
  answer = () => refusal("secondFactorSetupNeeded", "totp");
  await submitPassword();
  expect(document.body.textContent).toContain("Your organisation now requires a second factor");
  expect(button("Go to the sign-in page")).toBeDefined();
  expect(document.querySelector("[name=password]")).not.toBeNull();
});
