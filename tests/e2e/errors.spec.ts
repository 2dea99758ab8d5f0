import { contract } from "@/lib/contract";
import { RefusedCall } from "../support/api-client";
import { expect, test, uniqueName } from "./fixtures/test";
import { confirm, ResourceTable } from "./pages/resource";
import { WorkspacePage } from "./pages/workspace-page";

const unusual = {
  quotes: `O'Neill "The 'Rock'" \`x\``,
  umlauts: "Jürgen Žižić-Łącki ß",
  emoji: "👩‍🚀 Astro 🇷🇸",
  "right-to-left text": "مرحبا עולם",
  markup: "<script>alert(1)</script>",
  "SQL and patterns": "100%_\\'; drop table users; --",
};

test("[ER-01] names of all kinds are stored, found and shown unchanged", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const lastName = uniqueName("Unusual");
  const made: [string, string][] = [];
  for (const [kind, firstName] of Object.entries(unusual))
    await test.step(kind, async () => {
      const created = await api.createUser({ firstName, lastName });
      const stored = await api.call(contract.users.detail, { params: { userId: created.userId } });
      expect(stored.firstName).toBe(firstName);
      const found = await api.call(contract.users.list, { query: { phrase: firstName, pageLimit: -1 } });
      expect(found.list.map(({ userId }) => userId)).toContain(created.userId);
      made.push([created.userName, firstName]);
    });
  page.on("dialog", () => expect(false, "a script of the record ran").toBe(true));
  await page.goto(product.at(`/users?phrase=${lastName}`));
  for (const [userName, firstName] of made)
    await expect(page.getByRole("row").filter({ hasText: userName })).toContainText(firstName);
});

test("[ER-01] a name of 10,000 characters is rejected at its field", async ({ api }) => {
  const refused = await api.createUser({ firstName: "x".repeat(10_000) }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedCall);
  const { status, body } = refused as RefusedCall;
  expect(status).toBe(400);
  expect(body.errors?.map(({ propertyName }) => propertyName)).toEqual(["firstName"]);
  expect(body.errors?.[0]?.errorMessage).toMatch(/100/);
});

test("[TB-01] [RT-04] missing or unreadable pages are reported in the shell; invalid paths rejected", {
  tag: "@main",
}, async ({ signedInPage: page, product }) => {
  const workspace = new WorkspacePage(page);
  const missing = page.getByText("Error! item not found").filter({ visible: true });
  const [first, ...others] = ["00000000-0000-4000-8000-00000000dead", "not-an-id", "1%27%20or%201=1"];
  await page.goto(product.at(`/users/${first}`));
  for (const id of [first, ...others])
    await test.step(`/users/${id}`, async () => {
      if (id !== first) await workspace.follow(product.at(`/users/${id}`));
      await expect(missing).toBeVisible();
      await expect(workspace.activeTab).toHaveText("Item not found");
      await workspace.panel.getByRole("alert").getByRole("link", { name: "Go to list" }).click();
      await expect(page.getByRole("grid", { name: "Users" })).toBeVisible();
    });
  const { request } = page.context();
  for (const path of ["/users/%00", "/users/%0d%0aset-cookie:a=b", "/%ff"]) {
    const response = await request.get(product.at(path));
    expect(response.status(), path).toBe(400);
    expect(response.headers()["set-cookie"] ?? "").not.toContain("a=b");
  }
  // Opening such an address returns a page.
  for (const path of ["/%00", "/%E0%A4%A"]) {
    const response = await request.get(product.at(path), { headers: { accept: "text/html" } });
    expect(response.status(), path).toBe(400);
    expect(await response.text(), path).toContain("Error! item not found");
  }
  const response = await page.goto(product.at("/users/%FF"));
  expect(response?.status()).toBe(400);
  await expect(missing).toBeVisible();
  await workspace.panel.getByRole("alert").getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page).toHaveURL(product.at("/"));
});

test("[RT-04] [ER-01] a concurrently deleted record is reported, and three clicks act once", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const doomed = await api.createUser();
  await page.goto(product.at(`/users/${doomed.userId}`));
  await expect(page.getByRole("heading", { name: doomed.lastName })).toBeVisible();
  await api.call(contract.users.remove, { query: { userIds: [doomed.userId] } });
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  await page.getByRole("textbox", { name: "First name" }).fill("Too late");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The record was deleted in the meantime.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Too late");

  const roleName = uniqueName("Thrice");
  await new WorkspacePage(page).follow(product.at("/roles/new"));
  await page.getByRole("textbox", { name: "Role name" }).fill(roleName);
  const calls: string[] = [];
  page.on("request", (sent) => sent.method() === "POST" && calls.push(sent.url()));
  await page.getByRole("button", { name: "Create role" }).click({ clickCount: 3 });
  await expect(page.getByRole("heading", { level: 1, name: roleName })).toBeVisible();
  expect(calls.filter((url) => url.endsWith("/roles"))).toHaveLength(1);
  const { totalCount } = await api.call(contract.roles.list, { query: { phrase: roleName } });
  expect(totalCount).toBe(1);
});

test("[RT-04] [ER-01] requests send user, language and time zone; a repeated deletion is reported", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const mark = uniqueName("Vanished");
  const [gone, left, twins] = [`${mark} gone`, `${mark} left`, [`${mark} twin a`, `${mark} twin b`]];
  const goneId = await api.createRole({ roleName: gone });
  for (const roleName of [left, ...twins]) await api.createRole({ roleName });
  const table = new ResourceTable(page, "Roles");
  await page.goto(product.at(`/roles?phrase=${mark}`));
  const remove = async (...names: string[]) => {
    for (const name of names) await table.row(name).getByRole("checkbox").check();
    await table.selection.getByRole("button", { name: "Delete" }).click();
    await confirm(page, /^Delete/);
  };
  const request = page.waitForRequest((sent) => sent.url().includes("/api/") && sent.method() === "DELETE");
  await remove(...twins);
  const sent = await request;
  // Lists repeat their parameter.
  expect(new URL(sent.url()).searchParams.getAll("roleIds")).toHaveLength(2);
  const headers = await sent.allHeaders();
  expect(headers.accept).toContain("application/json");
  expect(headers.lang).toBe("en");
  expect(headers.timezone).toBe("Europe/Berlin");
  expect(headers.authorization).toBeUndefined();
  await expect(table.rows).toHaveCount(2);

  await api.call(contract.roles.remove, { query: { roleIds: [goneId] } });
  await remove(gone);
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: "Item not found" })).toBeVisible();
  await expect(table.row(gone)).toHaveCount(0);
  await expect(table.row(left)).toBeVisible();
});
