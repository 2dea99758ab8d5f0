import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { ApiClient, TestUser } from "../../support/api-client";
import type { Product } from "../fixtures/product";
import type { WorkspacePage } from "../pages/workspace-page";

export interface Stage {
  page: Page;
  api: ApiClient;
  product: Product;
  workspace: WorkspacePage;
  /** The signed-in user. */
  user: TestUser;
  /** Data of the states: a user with a role, and a role with users and permissions. */
  subject: TestUser;
  roleId: string;
}

/**
 * State of the screen: `[name, address]`, the steps to reach it from the address, and the steps back where no new page is needed.
 * The last step waits for the content under test.
 */
export type State = readonly [
  name: string,
  address: string | ((stage: Stage) => string),
  reach?: (stage: Stage) => Promise<unknown>,
  leave?: (stage: Stage) => Promise<unknown>,
];

const addressOf = (stage: Stage, [, address]: State) =>
  typeof address === "string" ? address : address(stage);

/** Whether `next` can be reached from `state` without a new page. */
export function leadsTo(stage: Stage, state: State, next: State | undefined): boolean {
  const [, , , leave] = state;
  return leave !== undefined && next !== undefined && addressOf(stage, state) === addressOf(stage, next);
}

/** Reaches a state: from the previous one if {@link leadsTo}, else on a new page. */
export async function reach(stage: Stage, state: State, before?: State): Promise<void> {
  const [, , steps] = state;
  if (before && leadsTo(stage, before, state)) await before[3]?.(stage);
  else await stage.page.goto(stage.product.at(addressOf(stage, state)));
  await steps?.(stage);
}

/** No steps after loading the page. */
export const noSteps = async () => undefined;

/** Selector of overlays. */
export const overlay = "[role=menu], [role=dialog]";

/** Closes the overlay. */
export async function closeOverlay({ page }: Stage): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator(overlay)).toHaveCount(0);
}

/** Cancels editing a record, discarding changes. */
export async function cancelEditing({ page }: Stage): Promise<void> {
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
}

/** Holds matching API responses, or replaces them by an error. */
export async function interceptResponses({ page }: Stage, address: RegExp, status?: number): Promise<void> {
  await page.route(address, (route) =>
    status
      ? route.fulfill({ status, json: { status, code: "x", title: "x", requestId: "abc-123" } })
      : undefined,
  );
}

/** Opens a menu of the top bar. */
export async function openMenu({ page }: Stage, name: string): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name }).click();
  await page.getByRole("menu").waitFor();
}

/** Opens a sub-tab of the active view. */
export async function openSubTab({ workspace: { panel } }: Stage, name: string): Promise<void> {
  await panel.getByRole("tablist", { name: "Sections" }).getByRole("tab", { name, exact: true }).click();
  // Waits for the previous one to be removed, which may have equal names.
  const section = panel.getByRole("tabpanel", { name });
  await section.getByRole("heading", { level: 2 }).first().waitFor();
}

export const button = ({ page }: Stage, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
