import { onTestFinished } from "vitest";
import { commands, type Locator, userEvent } from "vitest/browser";

/** Presses keys one after the other, by their names or as single characters. */
export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(key.length > 1 ? `{${key}}` : key);
}

export function focus(locator: Locator): void {
  locator.element().focus();
}

export function blur(locator: Locator): void {
  locator.element().blur();
}

/** Has the user prefer these colours, until the test is over. */
export async function preferColors(colorScheme: "light" | "dark"): Promise<void> {
  onTestFinished(() => commands.preferColors("light"));
  await commands.preferColors(colorScheme);
}

/** Resolves once what has happened so far is on the screen. */
export function painted(): Promise<unknown> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
