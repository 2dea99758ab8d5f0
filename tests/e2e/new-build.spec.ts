import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";
import { edit } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

const firstName = (page: Page) => page.getByRole("textbox", { name: "First name" });

/** Makes a server of another build answer all further calls. */
async function update(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "x-build-id": "another" } });
  });
}

/** Makes a call with a response from the new server. */
async function makeCall(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Refresh" }).click();
}

/** Counts page loads from now on. */
function countLoads(page: Page): () => number {
  let count = 0;
  page.on("load", () => {
    count += 1;
  });
  return () => count;
}

/** Advances the clock without user activity, and lets its effects run. */
async function wait(page: Page, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    await page.clock.fastForward(10_000);
    // Aborted by a reload.
    await page.evaluate(() => fetch("/health")).catch(() => undefined);
  }
}

test.beforeEach(({ signedInPage: page }) => page.clock.install());

test("[CF-05] after an update an inactive tab with unsaved input reloads, and offers the draft", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await update(page);
  await makeCall(page);
  await edit(page);
  const loads = countLoads(page);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return dialog.accept();
  });
  for (const text of ["G", "Gr", "Grace"]) {
    await firstName(page).fill(text);
    await wait(page, 50);
  }
  expect(loads()).toBe(0);
  await wait(page, 20);
  await expect.poll(loads).toBe(1);
  const banner = page.getByRole("region", { name: /^Unsaved changes from/ });
  await banner.getByRole("button", { name: "Restore" }).click();
  await expect(firstName(page)).toHaveValue("Grace");
  expect(asked).toEqual([]);
});

test("[CF-05] alternating servers of two builds cause at most one reload a minute", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/users"));
  await update(page);
  const loads = countLoads(page);
  await makeCall(page);
  await wait(page, 70);
  await expect.poll(loads).toBe(1);
  await makeCall(page);
  await wait(page, 50);
  expect(loads()).toBe(1);
});

test("[CF-05] a current page never reloads; an update reloads neither unstored input nor dialogs", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/users"));
  await makeCall(page);
  const loads = countLoads(page);
  await wait(page, 300);
  expect(loads()).toBe(0);

  await update(page);
  await makeCall(page);
  await new WorkspacePage(page).choose("Information", "About");
  await expect(page.getByRole("dialog")).toBeVisible();
  await wait(page, 120);
  expect(loads()).toBe(0);
  await page.keyboard.press("Escape");
  await wait(page, 70);
  await expect.poll(loads).toBe(1);
});
