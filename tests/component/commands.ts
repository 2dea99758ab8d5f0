import type { BrowserCommand } from "vitest/node";

type ColorScheme = "light" | "dark";

/** What tests inside the browser have done from outside of it. */
export const browserCommands = {
  /** Sets the colours that the user prefers. */
  preferColors: (({ page }, colorScheme) => page.emulateMedia({ colorScheme })) satisfies BrowserCommand<
    [ColorScheme]
  >,
};

declare module "vitest/browser" {
  interface BrowserCommands {
    preferColors(colorScheme: ColorScheme): Promise<void>;
  }
}
