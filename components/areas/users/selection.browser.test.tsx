import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import { showUsers } from "@/tests/component/users-list";
import { gate } from "@/tests/support/gate";
import { userRows } from "@/tests/support/user-rows";

const dialog = page.getByRole("dialog");

test("[TL-02] the header checkbox selects the page, and is indeterminate for a part", async () => {
  const { table } = await showUsers(userRows(3));
  await table.all.click();
  await table.expectSelected(3);
  await table.box(table.row("Name 00001")).click();
  await table.expectSelected(2);
  await expect.element(table.all).toBePartiallyChecked();
});

test("[TL-02] the confirmation names the first rows and counts the others; failures stay selected", async () => {
  const { table, api } = await showUsers(userRows(7));
  const remove = api.responderOf(contract.users.remove);
  api.answer(contract.users.remove, (call) =>
    call.query.getAll("userIds").includes("id-2")
      ? Response.json(
          { status: 409, code: "lastAdministrator", title: "Conflict", message: "Somebody has to stay." },
          { status: 409 },
        )
      : remove(call),
  );
  await table.all.click();
  await table.selection.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => dialog.getByRole("listitem").elements()).toHaveLength(5);
  await expect.element(dialog).toHaveTextContent("Name 00000");
  await expect.element(dialog).toHaveTextContent("and 2 more");
  await dialog.getByRole("button", { name: "Delete 7 users" }).click();

  await expect.element(dialog).toHaveTextContent("1 record was not changed");
  await expect.element(dialog).toHaveTextContent("The other 6 records are done.");
  await expect.element(dialog.getByRole("listitem")).toHaveTextContent("Somebody has to stay.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await table.expectRows(1);
  await expect.element(table.box(table.row("Name 00002"))).toBeChecked();
  await table.expectSelected(1);
});

test("[TL-02] an action of many requests shows progress and can be stopped", async () => {
  const { table, api } = await showUsers(userRows(350), { at: "/users?pageLimit=-1" });
  const remove = api.responderOf(contract.users.remove);
  const second = gate();
  let requests = 0;
  api.answer(contract.users.remove, async (call) => {
    requests += 1;
    if (requests === 2) await second.passed;
    return remove(call);
  });
  await expect.element(table.row("Name 00000")).toBeVisible();
  await table.all.click();
  await table.selection.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete 350 users" }).click();
  await expect.element(table.selection.getByRole("button", { name: "Delete 100 / 350" })).toBeVisible();
  await table.selection.getByRole("button", { name: "Stop" }).click();
  second.open();
  await table.expectSelected(150);
  await expect.element(table.box(table.row("Name 00200"))).toBeChecked();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requests).toBe(2);
});
