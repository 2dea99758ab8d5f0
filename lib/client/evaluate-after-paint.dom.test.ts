// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { evaluateAfterPaint } from "./evaluate-after-paint";

/** As the bundler's files and its runtime do it. */
const arrive = (file: string) => {
  window.TURBOPACK ||= [];
  (window.TURBOPACK as { push: (file: string) => void }).push(file);
};
let ran: string[];
const startRuntime = () => {
  const files = window.TURBOPACK;
  if (!Array.isArray(files)) throw new Error("The runtime has been started already.");
  const push = (file: string) => void ran.push(file);
  window.TURBOPACK = { push };
  files.forEach(push);
};
let frame: () => void;
const paint = async () => {
  document.dispatchEvent(new Event("DOMContentLoaded"));
  frame();
  await vi.waitFor(() => expect(Object.getOwnPropertyDescriptor(window, "TURBOPACK")?.writable).toBe(true));
};

beforeEach(() => {
  ran = [];
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => {
    frame = callback;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete window.TURBOPACK;
});

test("[TL-01] scripts that are here before the page is run once it is painted, in their order", async () => {
  evaluateAfterPaint();
  arrive("one");
  startRuntime();
  arrive("two");
  expect(ran).toEqual([]);
  await paint();
  expect(ran).toEqual(["one", "two"]);
  arrive("three");
  expect(ran).toEqual(["one", "two", "three"]);
});

test("[TL-01] scripts that come after the page run as they come", async () => {
  evaluateAfterPaint();
  arrive("one");
  await paint();
  startRuntime();
  expect(ran).toEqual(["one"]);
  arrive("two");
  expect(ran).toEqual(["one", "two"]);
});

test("[TL-01] a page that nobody looks at waits for no paint", () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  evaluateAfterPaint();
  arrive("one");
  startRuntime();
  expect(ran).toEqual(["one"]);
});
