import { contract } from "@/lib/contract";
import { RefusedCall } from "../support/api-client";
import { expect, test, uniqueName } from "./fixtures/test";
import { confirm, ResourceTable } from "./pages/resource";

const unusual = {
  quotes: `O'Neill "The 'Rock'" \`x\``,
  umlauts: "Jürgen Žižić-Łącki ß",
  emoji: "👩‍🚀 Astro 🇷🇸",
  "right-to-left text": "مرحبا עולם",
  markup: "<script>alert(1)</script>",
  "SQL and patterns": "100%_\\'; drop table users; --",
};

for (const [kind, firstName] of Object.entries(unusual))
  test(`[ER-01] a name with ${kind} is kept, found and shown as it was given`, async ({
    signedInPage: page,
    product,
    api,
  }) => {
    const created = await api.createUser({ firstName });
    const stored = await api.call(contract.users.detail, { params: { userId: created.userId } });
    expect(stored.firstName).toBe(firstName);
    const found = await api.call(contract.users.list, { query: { phrase: firstName, pageLimit: -1 } });
    expect(found.list.map(({ userId }) => userId)).toContain(created.userId);

    page.on("dialog", () => expect(false, "a script of the record ran").toBe(true));
    await page.goto(product.at(`/users?phrase=${encodeURIComponent(created.userName)}`));
    await expect(page.getByRole("row").filter({ hasText: created.userName })).toContainText(firstName);
  });

test("[ER-01] a name of 10,000 characters is refused at its field", async ({ api }) => {
  const refused = await api.createUser({ firstName: "x".repeat(10_000) }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedCall);
  const { status, body } = refused as RefusedCall;
  expect(status).toBe(400);
  expect(body.errors?.map(({ propertyName }) => propertyName)).toEqual(["firstName"]);
  expect(body.errors?.[0]?.errorMessage).toMatch(/100/);
});

for (const id of ["00000000-0000-4000-8000-00000000dead", "not-an-id", "1%27%20or%201=1"])
  test(`[RT-04] /users/${id}, which does not exist, is told inside the shell`, async ({
    signedInPage: page,
    product,
  }) => {
    await page.goto(product.at(`/users/${id}`));
    await expect(page.getByText("Error! item not found")).toBeVisible();
    await expect(page.getByRole("tablist").first()).toBeVisible();
    await page.getByRole("alert").getByRole("link", { name: "Go to list" }).click();
    await expect(page.getByRole("grid", { name: "Users" })).toBeVisible();
  });

for (const path of ["/users/%00", "/users/%0d%0aset-cookie:a=b", "/%ff"])
  test(`[RT-04] ${path}, which is no address, is refused`, async ({ signedInPage: page, product }) => {
    const response = await page.context().request.get(product.at(path));
    expect(response.status()).toBe(400);
    expect(response.headers()["set-cookie"] ?? "").not.toContain("a=b");
  });

test("[RT-04] an address that cannot be read is told inside the shell, with a way home", async ({
  signedInPage: page,
  product,
}) => {
  for (const path of ["/users/%FF", "/%00", "/%E0%A4%A"]) {
    const response = await page.goto(product.at(path));
    expect(response?.status()).toBe(400);
    await expect(page.getByText("Error! item not found")).toBeVisible();
  }
  await page.getByRole("alert").getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page).toHaveURL(product.at("/"));
});

test("[RT-04] a record deleted meanwhile is told, and other tabs go on", async ({
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
  await expect(page.getByText("The record has been deleted in the meantime.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "First name" })).toHaveValue("Too late");
});

test("[RT-04] deleting what somebody else has deleted says so, and takes it off the list", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const [gone, left] = [uniqueName("Vanished"), uniqueName("Vanished")];
  const goneId = await api.createRole({ roleName: gone });
  await api.createRole({ roleName: left });
  const table = new ResourceTable(page, "Roles");
  await page.goto(product.at("/roles?phrase=Vanished&sortBy=createdOn&sortDir=desc"));
  await table.row(gone).getByRole("checkbox").check();
  await api.call(contract.roles.remove, { query: { roleIds: [goneId] } });
  await table.selection.getByRole("button", { name: "Delete" }).click();
  await confirm(page, /^Delete/);
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: "Item not found" })).toBeVisible();
  await expect(table.row(gone)).toHaveCount(0);
  await expect(table.row(left)).toBeVisible();
});

test("[ER-01] three clicks in a row do a thing once", async ({ signedInPage: page, product, api }) => {
  const roleName = uniqueName("Thrice");
  await page.goto(product.at("/roles/new"));
  await page.getByRole("textbox", { name: "Role name" }).fill(roleName);
  const calls: string[] = [];
  page.on("request", (sent) => sent.method() === "POST" && calls.push(sent.url()));
  await page.getByRole("button", { name: "Create role" }).click({ clickCount: 3 });
  await expect(page.getByRole("heading", { level: 1, name: roleName })).toBeVisible();
  expect(calls.filter((url) => url.endsWith("/roles"))).toHaveLength(1);
  const { totalCount } = await api.call(contract.roles.list, { query: { phrase: roleName } });
  expect(totalCount).toBe(1);
});

test("[ER-01] every request says who asks, in which language and time zone, and lists repeat their parameter", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const roleNames = [uniqueName("Twin"), uniqueName("Twin")];
  for (const roleName of roleNames) await api.createRole({ roleName });
  const request = page.waitForRequest((sent) => sent.url().includes("/api/") && sent.method() === "DELETE");
  await page.goto(product.at("/roles?phrase=Twin-&sortBy=createdOn&sortDir=desc"));
  for (const name of roleNames)
    await page.getByRole("row").filter({ hasText: name }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: /delete/i })
    .click();
  const sent = await request;
  expect(new URL(sent.url()).searchParams.getAll("roleIds")).toHaveLength(2);
  const headers = await sent.allHeaders();
  expect(headers.accept).toContain("application/json");
  expect(headers.lang).toBe("en");
  expect(headers.timezone).toBe("Europe/Berlin");
  expect(headers.authorization).toBeUndefined();
});
