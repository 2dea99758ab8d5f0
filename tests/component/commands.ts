import type { BrowserCommand } from "vitest/node";

type ColorScheme = "light" | "dark";

/** Commands that tests in the browser run outside of it. */
export const browserCommands = {
  /** Sets the user's preferred colour scheme. */
  preferColors: (({ page }, colorScheme) => page.emulateMedia({ colorScheme })) satisfies BrowserCommand<
    [ColorScheme]
  >,
};

declare module "vitest/browser" {
  interface BrowserCommands {
    preferColors(colorScheme: ColorScheme): Promise<void>;
  }
}
