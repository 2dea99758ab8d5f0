import { contract } from "@/lib/contract";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";
import { expectAccessible } from "./pages/sound";
import { WorkspacePage } from "./pages/workspace-page";

test("[HO-02] collections are sorted, and the selected one is searched by button or Enter", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const name = uniqueName("found");
  await api.createUser({ lastName: name });
  await api.createRole({ roleName: name });
  await page.goto(product.at("/search?collection=users"));
  const search = page.getByRole("search").first();
  const collection = search.getByRole("combobox", { name: "Collection" });
  const labels = await collection.locator("option").allTextContents();
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, "en")));
  expect(labels).toEqual(expect.arrayContaining(["Roles", "Users"]));

  const phrase = search.getByRole("searchbox", { name: "Search phrase" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).searchParams.get("phrase")) asked.push(request.url());
  });
  await phrase.pressSequentially(name);
  expect(asked).toEqual([]);
  await search.getByRole("button", { name: "Search" }).click();
  await expect(new ResourceTable(page, "Users").rows).toHaveCount(1);
  await expect(page).toHaveURL((url) => url.searchParams.get("phrase") === name);

  await collection.selectOption({ label: "Roles" });
  await expect(new ResourceTable(page, "Roles").row(name)).toBeVisible();
  await expect(phrase).toHaveValue(name);
  await expect(page).toHaveURL((url) => url.searchParams.get("collection") === "roles");
  await phrase.fill("");
  await phrase.press("Enter");
  const administrator = new ResourceTable(page, "Roles").rows.getByRole("link", { name: "Administrator" });
  await expect(administrator).toBeVisible();
  await expectAccessible(page);

  const surname = uniqueName("same");
  for (let index = 0; index < 3; index += 1) await api.createUser({ lastName: surname });
  const query = `phrase=${surname}&sortBy=userName&sortDir=desc`;
  const workspace = new WorkspacePage(page);
  const table = new ResourceTable(page, "Users");
  await workspace.follow(product.at(`/search?collection=users&${query}`));
  await expect(table.rows).toHaveCount(3);
  const found = await table.names();
  await workspace.follow(product.at(`/users?${query}`));
  await expect(table.rows).toHaveCount(3);
  expect(await table.names()).toEqual(found);
  await workspace.expectTabs("Dashboard", "Search", "Users");
});

test("[HO-02] forbidden collections are not offered, and the first permitted one is selected", async ({
  page,
  product,
  api,
}) => {
  const user = await api.createUser({ permissions: ["RoleView"] });
  await signIn(page, product, user);
  await page.goto(product.at("/search?collection=users&sortBy=email"));
  await expect(new ResourceTable(page, "Roles").rows.first()).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Collection" }).locator("option")).toHaveText(["Roles"]);
  await expect(page.getByText("“users” cannot be searched")).toBeVisible();
  await expect(page).toHaveURL((url) => url.search === "?collection=roles");
});

test("[HO-02] [RT-04] without any permitted collection the search is forbidden", async ({
  page,
  product,
  api,
}) => {
  const user = await api.createUser();
  await signIn(page, product, user);
  await page.goto(product.at("/search?collection=users"));
  const { panel } = new WorkspacePage(page);
  await expect(panel.getByRole("alert")).toContainText("Error! item forbidden");
  await expect(panel.getByRole("alert")).toContainText("You are not allowed to search any collection.");
});

test("[HO-02] [CF-04] one phrase searches all collections at once, including those of providers", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const word = uniqueName("everywhere").toLowerCase();
  for (let made = 0; made < 6; made += 1) await api.createRole({ roleName: `${word} ${made}` });
  const { userId } = await api.createUser({ firstName: "Ada", lastName: word });
  const email = `${word}@example.com`;
  await api.call(contract.invitations.invite, { body: { email, roleIds: [] } });
  await page.goto(product.at("/search?collection=users"));
  await page.getByRole("searchbox", { name: "Search phrase" }).fill(word);
  await page.getByRole("button", { name: "Everywhere" }).click();
  const group = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(group("Users").getByRole("listitem")).toHaveText([new RegExp(`^Ada ${word}`)]);
  await expect(group("Open invitations").getByRole("link", { name: email })).toBeVisible();
  await expect(group("Roles").getByRole("listitem")).toHaveCount(5);
  await expectAccessible(page, "everywhere");
  // With all collections none is selected, and the next phrase also searches all.
  const collection = page.getByRole("combobox", { name: "Collection" });
  await expect(collection.locator("option:checked")).toHaveText("All collections");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(group("Roles").getByRole("listitem")).toHaveCount(5);
  await page.reload();
  await group("Users").getByRole("link").click();
  await expect(page).toHaveURL(product.at(`/users/${userId}`));
  await new WorkspacePage(page).tab("Search").click();
  await group("Roles").getByRole("link", { name: "Show all 6" }).click();
  await expect(new ResourceTable(page, "Roles").rows).toHaveCount(6);
  await expect(page).toHaveURL((url) => !url.searchParams.has("everywhere"));

  await collection.selectOption({ label: "Open invitations" });
  await expect(new ResourceTable(page, "Open invitations").row(email)).toBeVisible();
});
