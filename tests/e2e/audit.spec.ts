import type { Page } from "@playwright/test";
import { contract } from "@/lib/contract";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

/**
 * Finds words of a table broken across lines other than at a hyphen; ignores long words, such as generated names, which must
 * break.
 */
const brokenWords = (page: Page) =>
  page.getByRole("grid").evaluate((table) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => top));
        if (lines.size > 1 && word.length <= 10) broken.push(word);
      }
    return broken;
  });

test("[HI-03] all changes are listed, filtered and shown, with links to the records", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const roleName = uniqueName("Auditor");
  const roleId = await api.call(contract.roles.create, { body: { roleName } });
  await api.call(contract.roles.save, { params: { roleId }, body: { roleName: `${roleName} 2` } });
  await api.createUser({ lastName: roleName });
  await page.goto(product.at("/"));
  await page.getByRole("banner").getByRole("button", { name: "Command palette" }).click();
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("audit");
  await palette
    .getByRole("option", { name: /^Audit/ })
    .first()
    .click();
  const table = new ResourceTable(page, "Audit log");
  const workspace = new WorkspacePage(page);
  await expect(page.getByRole("button", { name: "Timeline" })).toHaveAttribute("aria-pressed", "true");
  await workspace.follow(product.at(`/audit?phrase=${roleName}`));
  await expect(table.rows.filter({ hasText: "changed role name" }).locator("ins")).toContainText(
    `${roleName} 2`,
  );
  await expect(table.table.getByRole("rowheader")).toHaveText([/^Today · /]);
  await page.getByRole("button", { name: "Timeline" }).click();
  await workspace.follow(product.at("/audit?pageLimit=10"));
  await expect(table.rows).toHaveCount(10);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("columnheader", { name: "Changed by" })).toBeHidden();
  expect(await brokenWords(page)).toEqual([]);
  if (size) await page.setViewportSize(size);
  await workspace.follow(product.at(`/audit?phrase=${roleName}&filters=operation:oneOf:created,changed`));
  await expect(table.rows.first()).toContainText("User created");
  await workspace.follow(product.at(`/audit?phrase=${roleName}&filters=collection:oneOf:roles`));
  await expect(table.rows).toHaveCount(2);
  await expect(page.getByRole("button", { name: /Type.*Roles/ }).first()).toBeVisible();
  await expect(table.rows.first()).toContainText("Role changed: Role name");
  await expect(table.rows.first().locator("del")).toContainText(roleName);
  await expect(table.rows.first().locator("ins")).toContainText(`${roleName} 2`);
  await expect(page.getByRole("columnheader").first()).toContainText("Record");
  await table.rows.first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Role changed" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Role name/ }).getByRole("cell")).toHaveText([
    roleName,
    `${roleName} 2`,
  ]);
  await page.getByRole("link", { name: "Open record" }).click();
  await expect(page.getByRole("heading", { name: `${roleName} 2`, level: 1 })).toBeVisible();
});

test("[HI-03] [PM-01] the audit requires a history permission, and is limited to its areas", async ({
  page,
  product,
  api,
}) => {
  await signIn(page, product, await api.createUser({ permissions: ["RoleView", "RoleView_HistoryAction"] }));
  await page.goto(product.at("/audit"));
  await expect(new ResourceTable(page, "Audit log").rows.first()).toContainText("Role");
  await signIn(page, product, await api.createUser({ permissions: ["RoleView"] }));
  await page.goto(product.at("/audit"));
  await expect(new WorkspacePage(page).panel.getByRole("alert")).toContainText("forbidden");
  await page.getByRole("banner").getByRole("button", { name: "Command palette" }).click();
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("audit");
  await expect(palette.getByRole("option", { name: /^Audit/ })).toHaveCount(0);
});
