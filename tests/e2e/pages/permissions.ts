import type { Locator, Page } from "@playwright/test";

/** @param name area and action, such as "Users: Edit" */
export const permissionBox = (page: Page, name: string): Locator =>
  page.getByRole("checkbox", { name, exact: true });

/** Returns a permission that is not being edited, by its state. */
export const readPermission = (page: Page, name: string, state: string): Locator =>
  page.getByRole("gridcell", { name: `${name}: ${state}` });
