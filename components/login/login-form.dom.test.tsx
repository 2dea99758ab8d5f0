// @vitest-environment jsdom
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInTimeout } from "@/lib/client/session/request-sign-in";
import login from "@/messages/en/login.json";
import { LoginForm } from "./login-form";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let answer: (signal: AbortSignal, url: string, body: Record<string, unknown>) => Promise<Response>;
const onSignedIn = vi.fn();

const silence = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.replaceChildren();
  vi.stubGlobal("fetch", (url: string, { signal, body }: { signal: AbortSignal; body: string }) =>
    answer(signal, url, JSON.parse(body)),
  );
  vi.spyOn(window, "stop").mockReturnValue();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root.render(
      <NextIntlClientProvider locale="en" messages={{ login }} timeZone="UTC">
        <LoginForm prefix="" language="en" onSignedIn={onSignedIn} />
      </NextIntlClientProvider>,
    ),
  );
});

afterEach(async () => {
  onSignedIn.mockClear();
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const field = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement;
const overlay = () => document.querySelector("[role=alertdialog]");

async function signIn() {
  field("username").value = "ada";
  field("password").value = "Correct-horse-7";
  await act(async () => document.querySelector("form")?.requestSubmit());
}

async function expectFormBack(text: string) {
  expect(overlay()).toBeNull();
  expect(document.body.textContent).toContain(text);
  expect([field("username").value, field("password").value]).toEqual(["ada", "Correct-horse-7"]);
  expect(document.activeElement).toBe(field("password"));
  expect(document.querySelector("form")?.inert).toBeFalsy();
}

test("[AU-06] without a response the form returns after ten seconds, with its input", async () => {
  answer = silence;
  await signIn();
  await act(() => vi.advanceTimersByTimeAsync(signInTimeout - 1));
  expect(overlay()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  await expectFormBack("The server has not responded for 10 seconds");

  answer = async () => new Response(null, { status: 204 });
  await act(async () => document.querySelector("form")?.requestSubmit());
  expect(onSignedIn).toHaveBeenCalledOnce();
});

test("[AU-06] if the next page does not load, the form returns after ten seconds or on Cancel", async () => {
  answer = async () => new Response(null, { status: 204 });
  await signIn();
  expect(overlay()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(signInTimeout));
  await expectFormBack("The server has not responded for 10 seconds");
  await signIn();
  expect(overlay()).not.toBeNull();
  await act(async () => overlay()?.querySelector("button")?.click());
  await act(() => vi.advanceTimersByTimeAsync(signInTimeout));
  await expectFormBack("Sign-in was cancelled.");
});

test("[AU-11] a second factor is asked for in a second step, and a wrong code keeps that step", async () => {
  const refusal = (code: string) =>
    Response.json({ code }, { status: 401, headers: { "x-second-factor": "totp, recovery" } });
  answer = async () => refusal("secondFactorNeeded");
  await signIn();
  await act(() => vi.dynamicImportSettled());
  expect(field("password")).toBeNull();
  expect(document.activeElement).toBe(field("code"));
  await act(async () => document.querySelector("form")?.requestSubmit());
  expect(document.body.textContent).toContain("Code is required");

  answer = async () => refusal("wrongSecondFactor");
  field("code").value = "123456";
  await act(async () => document.querySelector("form")?.requestSubmit());
  expect(document.body.textContent).toContain("This code is wrong or was used already.");
  expect(document.activeElement).toBe(field("code"));

  answer = async () => refusal("signInStepOver");
  await act(async () => document.querySelector("form")?.requestSubmit());
  expect(document.body.textContent).toContain("This sign-in took too long.");
  expect(document.activeElement).toBe(field("password"));
});

const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
const click = (name: string) => act(async () => button(name)?.click());

const offering = (kinds: string) =>
  Response.json({ code: "secondFactorSetupNeeded" }, { status: 401, headers: { "x-second-factor": kinds } });

test("[AU-11] a required second factor is set up first: app, recovery codes, then the session", async () => {
  const calls: unknown[] = [];
  const codes = ["aaaa-bbbb", "cccc-dddd"];
  answer = async (_, url, body) => {
    calls.push([url, body]);
    if (url.endsWith("/sign-in"))
      return body.isSetUp ? new Response(null, { status: 204 }) : offering("passkey, totp");
    if ("ask" in body) return Response.json({ secret: "ABCDEFGH", address: "otpauth://totp/Hub" });
    return body.code === "123456"
      ? Response.json({ recoveryCodes: codes })
      : Response.json(
          { code: "invalid", errors: [{ propertyName: "code", errorMessage: "wrong" }] },
          { status: 400 },
        );
  };
  await signIn();
  await act(() => vi.dynamicImportSettled());
  expect(document.body.textContent).toContain("Your organisation requires one at sign-in");
  // This browser has no passkeys.
  expect(button("Use a passkey")).toBeUndefined();
  await click("Use an authenticator app");
  expect(document.body.textContent).toContain("ABCD EFGH");
  expect(document.activeElement).toBe(field("code"));
  await act(async () => document.querySelector("form")?.requestSubmit());
  expect(document.body.textContent).toContain("Code is required");
  for (const [code, text] of [
    ["000000", "This code is wrong."],
    ["123456", "aaaa-bbbb"],
  ] as const) {
    field("code").value = code;
    await act(async () => document.querySelector("form")?.requestSubmit());
    expect(document.body.textContent).toContain(text);
  }
  expect(onSignedIn).not.toHaveBeenCalled();
  await click("I have stored them");
  expect(onSignedIn).toHaveBeenCalledOnce();
  expect(calls.at(-1)).toEqual(["/api/auth/sign-in", { isSetUp: true }]);
});

test("[AU-11] a set-up that took too long returns to the sign-in, with the reason", async () => {
  answer = async (_, url) =>
    url.endsWith("/sign-in") ? offering("totp") : Response.json({ code: "signInStepOver" }, { status: 401 });
  await signIn();
  await act(() => vi.dynamicImportSettled());
  await click("Use an authenticator app");
  expect(document.body.textContent).toContain("This sign-in took too long.");
  expect(document.activeElement).toBe(field("password"));
});

test("[AU-11] a set-up shows a refusal until the next attempt", async () => {
  let isAway = true;
  answer = async (_, url) => {
    if (url.endsWith("/sign-in")) return offering("totp");
    return isAway
      ? Response.json(null, { status: 503 })
      : Response.json({ secret: "ABCDEFGH", address: "otpauth://totp/Hub" });
  };
  await signIn();
  await act(() => vi.dynamicImportSettled());
  await click("Use an authenticator app");
  expect(document.querySelector("[role=alert]")).not.toBeNull();
  isAway = false;
  await click("Use an authenticator app");
  expect(document.body.textContent).toContain("ABCD EFGH");
  expect(document.querySelector("[role=alert]")).toBeNull();
});

test("[AU-11] the second step offers passkeys only in browsers that know them", async () => {
  answer = async () =>
    Response.json(
      { code: "secondFactorNeeded" },
      { status: 401, headers: { "x-second-factor": "passkey, totp, recovery" } },
    );
  for (const isKnown of [false, true]) {
    if (isKnown) vi.stubGlobal("PublicKeyCredential", class {});
    await signIn();
    await act(() => vi.dynamicImportSettled());
    expect([
      button("Use a recovery code") !== undefined,
      button("Sign in with a passkey") !== undefined,
    ]).toEqual([true, isKnown]);
    await click("Back to sign-in");
  }
});

test("[AU-11] a set-up by passkey alone says that a browser without passkeys cannot do it", async () => {
  answer = async () => offering("passkey");
  await signIn();
  await act(() => vi.dynamicImportSettled());
  expect(document.body.textContent).toContain("accepts only passkeys, which this browser does not support");
  expect(document.activeElement).toBe(button("Back to sign-in"));
});

test("[AU-11] a set-up by passkey alone focuses its button", async () => {
  vi.stubGlobal("PublicKeyCredential", class {});
  answer = async () => offering("passkey");
  await signIn();
  await act(() => vi.dynamicImportSettled());
  expect(document.activeElement).toBe(button("Use a passkey"));
});
