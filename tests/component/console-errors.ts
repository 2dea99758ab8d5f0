import { expect } from "vitest";

const seen: string[] = [];

/** Starts recording all errors of the page. */
export function watchConsole(): void {
  const { error } = console;
  console.error = (...given: unknown[]) => {
    seen.push(given.map(String).join(" "));
    error(...given);
  };
  // Failed loads of elements; their events do not bubble.
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLElement) seen.push(`could not be loaded: ${target.outerHTML.slice(0, 200)}`);
    },
    true,
  );
}

/** Fails on errors since the last call. */
export function expectNoConsoleErrors(): void {
  expect(seen.splice(0), "unexpected console errors").toEqual([]);
}

/** Waits for an expected error, and removes it. */
export async function expectConsoleError(what: RegExp): Promise<void> {
  await expect.poll(() => seen.some((one) => what.test(one))).toBe(true);
  for (const one of seen.filter((one) => what.test(one))) seen.splice(seen.indexOf(one), 1);
}
