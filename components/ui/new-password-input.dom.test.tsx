// @vitest-environment jsdom
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { ratePassword } from "@/lib/validation/password-strength";
import validation from "@/messages/en/validation.json";
import { NewPasswordInput } from "./new-password-input";

vi.mock("@/lib/validation/password-strength", () => ({ ratePassword: vi.fn(async () => ({ score: 4 })) }));

test("[AU-13] a password is rated once typing pauses, with the names of that moment", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const show = (name: string) =>
    act(async () =>
      root.render(
        <NextIntlClientProvider locale="en" messages={{ validation }} timeZone="UTC">
          <NewPasswordInput labels={{ show: "Show", hide: "Hide" }} names={() => [name]} />
        </NextIntlClientProvider>,
      ),
    );
  const type = (text: string) =>
    act(async () => {
      const input = place.querySelector("input") as HTMLInputElement;
      input.value = text;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
  const status = () => place.querySelector("[role=status]")?.textContent;
  await show("Ada");
  await type("cor");
  await type("correct horse");
  await show("Grace");
  await act(async () => vi.advanceTimersByTimeAsync(300));
  expect(vi.mocked(ratePassword).mock.calls).toEqual([["correct horse", ["Grace"]]]);
  expect(status()).not.toBe("");
  await type("");
  expect(status()).toBe("");
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
