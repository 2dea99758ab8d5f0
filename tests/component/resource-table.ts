import "./css";
import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";

/** Page object of a table in a view or dialog. */
export class ResourceTable {
  readonly section: Locator;
  readonly table: Locator;
  readonly search: Locator;
  readonly rows: Locator;
  readonly pages: Locator;
  readonly selection: Locator;
  /** The header checkbox for all rows of the page. */
  readonly all = page.getByRole("checkbox", { name: "Select all rows on this page" });

  constructor(name: string) {
    this.section = page.getByRole("region", { name, exact: true });
    this.table = this.section.getByRole("grid", { name, exact: true });
    this.search = this.section.getByRole("searchbox");
    this.rows = this.table.getByCss("tbody tr[data-index]");
    this.pages = this.section.getByRole("navigation", { name: "Pages" });
    this.selection = this.section.getByRole("region", { name: "Selection" });
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  /** Returns the checkbox of a row. */
  box(row: Locator): Locator {
    return row.getByRole("checkbox");
  }

  column(name: string): Locator {
    return this.table.getByRole("columnheader", { name });
  }

  async expectRows(count: number): Promise<void> {
    await expect.poll(() => this.rows.elements().length).toBe(count);
  }

  async expectSelected(count: number): Promise<void> {
    await expect.element(this.selection.getByText(`${count} selected`)).toBeVisible();
  }
}
