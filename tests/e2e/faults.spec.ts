import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiClient, administratorRoleId } from "../support/api-client";
import { startApi, startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { copyNewDatabase } from "../support/new-database";
import { productOf } from "./fixtures/product";
import { expect, signIn, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

test("[ER-02] while the API is unreachable the shell says so, keeps input, and recovers", async ({
  page,
  consoleErrors,
}) => {
  test.setTimeout(90_000);
  consoleErrors.allow(/50[234]|Failed to load resource/);
  const dataDirectory = await mkdtemp(join(tmpdir(), "hub-away-"));
  await copyNewDatabase(dataDirectory);
  const [port, apiPort] = [await freePort(), await freePort()];
  const adminPassword = "Correct-horse-7";
  const apiSettings = { API_PORT: String(apiPort), DATA_DIR: dataDirectory, ADMIN_PASSWORD: adminPassword };
  const webSettings = {
    PORT: String(port),
    API_URL: `http://localhost:${apiPort}`,
    SESSION_SECRET: "a secret of this one test that is long enough",
    DATA_DIR: dataDirectory,
  };
  let api = await startApi(apiSettings);
  const web = await startWeb(webSettings);
  try {
    const product = productOf({
      name: "root",
      origin: `http://localhost:${port}`,
      apiOrigin: `http://localhost:${apiPort}`,
      basePath: "",
      appTitle: "Hub",
      tenants: [],
      adminUser: "admin",
      adminPassword,
      outbox: join(dataDirectory, "outbox"),
    });
    const client = await ApiClient.signIn(product.apiUrl, "admin", adminPassword);
    const user = await client.createUser({ roleIds: [administratorRoleId] });
    await signIn(page, product, user);
    await page.goto(product.at(`/users/${user.userId}`));
    await page.getByRole("button", { name: "Edit", exact: true }).first().click();
    const firstName = page.getByRole("textbox", { name: "First name" });
    await firstName.fill("Grace");

    await api.kill();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/cannot be reached|unavailable|error has occurred/i).first()).toBeVisible();
    await expect(firstName).toHaveValue("Grace");

    api = await startApi(apiSettings);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Changes saved.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Grace").first()).toBeVisible();
  } finally {
    await web.stop();
    await api.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
});

test("[ER-02] while only the database is unreachable the shell keeps saying so, and recovers", async ({
  signedInPage: page,
  product,
  api,
  consoleErrors,
}) => {
  consoleErrors.allow(/503/);
  const { userId } = await api.createUser({ firstName: "Ada" });
  await page.goto(product.at(`/users/${userId}`));
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const firstName = page.getByRole("textbox", { name: "First name" });
  await firstName.fill("Grace");
  let refused = 0;
  // The version needs no database, so it still works.
  await page.route(/\/api\/(?!settings\/version)/, (route) => {
    refused += 1;
    return route.fulfill({ status: 503, json: { status: 503, code: "unavailable", title: "x" } });
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const banner = page.getByRole("status").filter({ hasText: "The server cannot be reached" });
  await expect(banner).toBeVisible();
  const before = refused;
  await expect.poll(() => refused, { timeout: 30_000 }).toBeGreaterThan(before + 1);
  await expect(banner).toBeVisible();
  await expect(page.getByText("Connected again.")).toHaveCount(0);

  await page.unrouteAll();
  await expect(banner).toBeHidden();
  await expect(firstName).toHaveValue("Grace");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Grace");
});

test("[TB-07] [ER-02] a view whose code failed to load appears once the server is back", async ({
  signedInPage: page,
  product,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to load|ERR_FAILED|ChunkLoadError/);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/"));
  await expect(workspace.panel.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.route(/\/_next\/static\/chunks\/|\/api\//, (route) => route.abort());
  await workspace.choose("Settings", "Roles");
  await expect(workspace.panel.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "The server cannot be reached" })).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole("grid", { name: "Roles" }).getByRole("row")).not.toHaveCount(0);
  await expect(workspace.panel.getByRole("alert")).toHaveCount(0);
});

test("[ER-02] a part whose code fails to load shows an error in place and affects nothing else", async ({
  signedInPage: page,
  product,
  user,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to load|ERR_FAILED|ChunkLoadError|part could not be loaded/);
  const workspace = new WorkspacePage(page);
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
  await page.goto(product.at(`/users/${user.userId}`));
  const field = await workspace.editFirstName("Typed");
  await page.waitForLoadState("networkidle");
  await page.route(/\/_next\/static\/chunks\//, (route) => route.abort());
  await bell.click();
  const missing = workspace.dialog.getByRole("alert").filter({ hasText: "This could not be loaded" });
  await expect(missing).toBeVisible();
  await expect(field).toHaveValue("Typed");
  await page.unrouteAll();
  await missing.getByRole("button", { name: "Try again" }).click();
  await expect(workspace.dialog.getByRole("tab", { name: "Messages" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("Typed");
});
