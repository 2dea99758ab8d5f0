import { contract } from "@/lib/contract";
import { expect, test } from "./fixtures/test";
import { WorkspacePage } from "./pages/workspace-page";

test("[TB-06] signing out asks once about all unsaved tabs, names them, and can save them", async ({
  signedInPage: page,
  product,
  api,
}) => {
  const [one, two] = await Promise.all([api.createUser(), api.createUser()]);
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/users"));
  for (const { userName } of [one, two]) {
    await workspace.tab("Users").click();
    await workspace.panel.getByRole("searchbox").fill(userName);
    await workspace.panel.getByRole("link", { name: userName }).click();
    await workspace.editFirstName("Grace");
  }
  await workspace.choose("User menu", "Sign out");
  const names = workspace.dialog
    .getByRole("list", { name: "Tabs with unsaved changes" })
    .getByRole("listitem");
  await expect(names).toHaveText([`Ada ${one.lastName}`, `Ada ${two.lastName}`]);
  await workspace.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(workspace.tabs).toHaveCount(4);

  await workspace.choose("User menu", "Sign out");
  await workspace.dialog.getByRole("button", { name: "Save and sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  for (const { userId } of [one, two]) {
    const { firstName } = await api.call(contract.users.detail, { params: { userId } });
    expect(firstName).toBe("Grace");
  }
});
