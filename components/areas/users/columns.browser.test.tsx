import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import { expectSound } from "@/tests/component/sound";
import { showUsers } from "@/tests/component/users-list";
import { userRows } from "@/tests/support/user-rows";

const opener = page.getByRole("button", { name: "Columns and density" });
const panel = page.getByRole("dialog", { name: "Columns and density" });
const choice = (name: string) => panel.getByRole("checkbox", { name, exact: true });
const layout = (hidden: string[], shown: string[] = []) => ({
  "table.users.list": JSON.stringify({ hidden, shown }),
});

test("[TL-07] one column stays, and the first that is left leads to the record", async () => {
  const { table } = await showUsers(userRows(1));
  await expect.element(table.column("Name")).toBeVisible();
  await expect.element(table.column("Created by")).not.toBeInTheDocument();
  await opener.click();
  await choice("Created by").click();
  await expect.element(table.column("Created by")).toBeVisible();
  const names = ["Name", "E-mail", "Roles", "Last sign-in", "Created on"];
  for (const name of names) {
    await choice(name).click();
    await expect.element(table.column(name)).not.toBeInTheDocument();
  }
  await expect.element(choice("Created by")).toBeDisabled();
  await expect.element(table.rows.getByRole("link")).toHaveTextContent(/^admin$/);
});

test.each([
  ["of columns that are gone", JSON.stringify({ hidden: ["shoeSize", "email"], shown: ["shoeSize"] }), false],
  ["that cannot be read", "][", true],
])("[TL-07] a stored layout %s is of no consequence", async (_, stored, isShown) => {
  const { table } = await showUsers(userRows(1), { settings: { "table.users.list": stored } });
  await expect.element(table.column("Name")).toBeVisible();
  if (isShown) await expect.element(table.column("E-mail")).toBeVisible();
  else await expect.element(table.column("E-mail")).not.toBeInTheDocument();
});

test("[TL-07] a layout that is refused is taken back, one that did not arrive is kept and sent again", async () => {
  const { table, api } = await showUsers(userRows(1));
  let status = 400;
  const saved = () => api.heard.filter(({ path }) => path === contract.user.saveSettings.path);
  api.answer(contract.user.saveSettings, () =>
    status < 300 ? new Response(null, { status }) : Response.json({ status }, { status }),
  );
  await opener.click();
  await choice("E-mail").click();
  await expect.poll(saved).toHaveLength(1);
  // Asked for anew, the user has the column still.
  await expect.element(table.column("E-mail")).toBeVisible();

  status = 503;
  await choice("E-mail").click();
  await expect.poll(saved).toHaveLength(2);
  await expect.element(table.column("E-mail")).not.toBeInTheDocument();
  status = 204;
  await choice("Created on").click();
  await expect.poll(saved).toHaveLength(3);
  expect(saved().at(-1)?.body).toEqual(layout(["email", "createdOn"]));
});

test("[TL-07] on a phone a column that is chosen is shown, and the table scrolls, not the page", async () => {
  await page.viewport(360, 740);
  const { table } = await showUsers(userRows(3));
  await expect.element(table.rows.first()).toBeVisible();
  await expect.element(page.getByRole("columnheader", { name: "E-mail" })).not.toBeInTheDocument();
  await opener.click();
  for (const name of ["E-mail", "Created on"]) await choice(name).click();
  await expect.element(table.column("E-mail")).toBeVisible();
  await expect.element(table.column("Created on")).toBeVisible();
  await expectSound("columns on a phone");
});
