// @vitest-environment jsdom
import { NextIntlClientProvider } from "next-intl";
import { act, createElement, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import common from "@/messages/en/common.json";
import shell from "@/messages/en/shell.json";
import { connection } from "./connection";
import { lazyPart } from "./lazy-part";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

beforeEach(() => connection.setState({ isUnreachable: false }));
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const Here = () => createElement("p", null, "Here it is");

let attempts = 0;

/** Creates a part that can be loaded once `server.isThere`. */
function partOf(server: { isThere: boolean }) {
  attempts = 0;
  return lazyPart(async () => {
    attempts += 1;
    await new Promise((answer) => setTimeout(answer, 5));
    if (!server.isThere) throw new TypeError("Failed to fetch");
    return { default: Here };
  });
}

async function shown(Part: ReturnType<typeof partOf>) {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <NextIntlClientProvider locale="en" messages={{ shell, common }} timeZone="UTC">
        <input defaultValue="typed" />
        <Suspense fallback="waiting">
          <Part />
        </Suspense>
      </NextIntlClientProvider>,
    ),
  );
  return place;
}

/** Waits until the retry has failed and the server was found unreachable, too. */
async function waitForFailure(place: HTMLElement) {
  await vi.waitFor(() => expect(connection.getState().isUnreachable).toBe(true));
  expect(place.textContent).toContain("This could not be loaded");
}

test("[ER-02] a part whose code is missing shows an error, affects nothing else, and can be retried", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const server = { isThere: false };
  const Part = partOf(server);
  // Hovering over its button repeatedly.
  Part.preload();
  Part.preload();
  const place = await shown(Part);
  Part.preload();
  await waitForFailure(place);
  expect(place.querySelector("input")?.value).toBe("typed");

  server.isThere = true;
  await act(async () => place.querySelector("button")?.click());
  await expect.poll(() => place.textContent).toBe("Here it is");
});

test("[ER-02] a part whose code failed to load is loaded once the server is back", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const server = { isThere: false };
  const place = await shown(partOf(server));
  await waitForFailure(place);
  // The first attempt and one retry.
  expect(attempts).toBe(2);
  server.isThere = true;
  await act(async () => connection.setState({ isUnreachable: false }));
  await expect.poll(() => place.textContent).toBe("Here it is");
});
