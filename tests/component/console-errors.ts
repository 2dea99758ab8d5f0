import { expect } from "vitest";

const seen: string[] = [];

/** Hears of every error that the page complains about from here on. */
export function watchConsole(): void {
  const { error } = console;
  console.error = (...given: unknown[]) => {
    seen.push(given.map(String).join(" "));
    error(...given);
  };
  // What an element could not load, which does not bubble.
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLElement) seen.push(`could not be loaded: ${target.outerHTML.slice(0, 200)}`);
    },
    true,
  );
}

/** Fails on what was complained about since the last call. */
export function expectNoConsoleErrors(): void {
  expect(seen.splice(0), "unexpected console errors").toEqual([]);
}

/** Waits until there was a complaint that is part of the test, and forgets it. */
export async function expectConsoleError(what: RegExp): Promise<void> {
  await expect.poll(() => seen.some((one) => what.test(one))).toBe(true);
  for (const one of seen.filter((one) => what.test(one))) seen.splice(seen.indexOf(one), 1);
}
