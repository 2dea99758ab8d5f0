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
  /** Who is signed in. */
  user: TestUser;
  /** What the states look at: a user with a role, and a role with users and permissions. */
  subject: TestUser;
  roleId: string;
}

/**
 * Something a person can have on the screen: `[name, address]`, how to get there from the address, and how to get back to what
 * the address shows, where that needs no new page. The last step of getting there waits for what the state is about.
 */
export type State = readonly [
  name: string,
  address: string | ((stage: Stage) => string),
  reach?: (stage: Stage) => Promise<unknown>,
  leave?: (stage: Stage) => Promise<unknown>,
];

const addressOf = (stage: Stage, [, address]: State) =>
  typeof address === "string" ? address : address(stage);

/** Whether `next` is reached from `state` without a new page. */
export function leadsTo(stage: Stage, state: State, next: State | undefined): boolean {
  const [, , , leave] = state;
  return leave !== undefined && next !== undefined && addressOf(stage, state) === addressOf(stage, next);
}

/** Gets to a state: from the one before it where that {@link leadsTo} it, else on a new page. */
export async function reach(stage: Stage, state: State, before?: State): Promise<void> {
  const [, , steps] = state;
  if (before && leadsTo(stage, before, state)) await before[3]?.(stage);
  else await stage.page.goto(stage.product.at(addressOf(stage, state)));
  await steps?.(stage);
}

/** Nothing has been done since the page was loaded. */
export const stay = async () => undefined;

/** What lies over the page. */
export const overlay = "[role=menu], [role=dialog]";

/** Closes it. */
export async function closeOverlay({ page }: Stage): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator(overlay)).toHaveCount(0);
}

/** Ends the editing of a record, whose changes are lost. */
export async function cancelEditing({ page }: Stage): Promise<void> {
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
}

/** Answers of the API to calls whose address matches are kept back, or replaced by an error. */
export async function disturb({ page }: Stage, address: RegExp, status?: number): Promise<void> {
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

/** Opens a part of the view that is in front. */
export async function openSubTab({ workspace: { panel } }: Stage, name: string): Promise<void> {
  await panel.getByRole("tablist", { name: "Sections" }).getByRole("tab", { name, exact: true }).click();
  // Not until the one before it has gone: what has the same name in both would be taken for what is looked for.
  const section = panel.getByRole("tabpanel", { name });
  await section.getByRole("heading", { level: 2 }).first().waitFor();
}

export const button = ({ page }: Stage, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
