import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** Page object of a table in a view or dialog. */
export class ResourceTable {
  readonly table: Locator;
  readonly search: Locator;
  readonly rows: Locator;
  readonly pages: Locator;
  readonly pageSize: Locator;
  readonly selection: Locator;

  constructor(within: Page | Locator, name: string) {
    const section = within.getByRole("region", { name, exact: true });
    this.table = section.getByRole("grid", { name, exact: true });
    this.search = section.getByRole("searchbox");
    this.rows = this.table.locator("tbody tr[data-index]");
    this.pages = section.getByRole("navigation", { name: "Pages" });
    this.pageSize = section.getByRole("combobox", { name: "Rows per page" });
    this.selection = section.getByRole("region", { name: "Selection" });
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  column(name: string): Locator {
    return this.table.getByRole("columnheader", { name });
  }

  /** Returns the distinguishing names: the last line of each first cell. */
  async names(): Promise<string[]> {
    const names = await this.rows.getByRole("link").allInnerTexts();
    return names.map((name) => name.split("\n").at(-1) ?? "");
  }
}

/** Confirms the open dialog. */
export async function confirm(page: Page, button: string | RegExp): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: button }).click();
  await expect(dialog).toBeHidden();
}

export async function edit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
}

export async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

/** Returns a field in reading mode. */
export function readField(page: Page, name: string): Locator {
  return (
    page
      .locator("dl")
      .filter({ has: page.locator("dt", { hasText: name }) })
      .locator("dd")
      // Excludes those of other tabs.
      .filter({ visible: true })
  );
}
