import { onTestFinished } from "vitest";
import { commands, type Locator, userEvent } from "vitest/browser";

/** Presses keys sequentially, by name or as single characters. */
export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(key.length > 1 ? `{${key}}` : key);
}

export function focus(locator: Locator): void {
  locator.element().focus();
}

export function blur(locator: Locator): void {
  locator.element().blur();
}

/** Sets the user's colour scheme until the end of the test. */
export async function preferColors(colorScheme: "light" | "dark"): Promise<void> {
  onTestFinished(() => commands.preferColors("light"));
  await commands.preferColors(colorScheme);
}

/** Resolves once all changes so far are painted. */
export function painted(): Promise<unknown> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
