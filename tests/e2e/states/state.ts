import type { Page } from "@playwright/test";
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
 * Something a person can have on the screen: `[name, address]`, and how to get there from the address. The last step waits
 * for what the state is about.
 */
export type State = readonly [
  name: string,
  address: string | ((stage: Stage) => string),
  reach?: (stage: Stage) => Promise<unknown>,
];

/** Gets to a state, with a user of its own to look at. */
export async function reach(shared: Omit<Stage, "subject">, [, address, steps]: State): Promise<Stage> {
  const stage = { ...shared, subject: await shared.api.createUser({ roleIds: [shared.roleId] }) };
  await stage.page.goto(stage.product.at(typeof address === "string" ? address : address(stage)));
  await steps?.(stage);
  return stage;
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

export const button = ({ page }: Stage, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
