import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import { listOf } from "@/tests/component/fake-api";
import { ResourceTable } from "@/tests/component/resource-table";
import { showUsers } from "@/tests/component/users-list";
import { userRows } from "@/tests/support/user-rows";

const gone = (recordName: string, deletedOn: string) => ({
  ...{ recordId: `id-${recordName}`, recordName, deletedOn, deletedBy: "Ada Byron" },
});

test("[HI-02] [TL-04] the list switches to deleted records and back, keeping only the phrase", async () => {
  const { address } = await showUsers(userRows(3), {
    at: "/users?phrase=Name&sortBy=userName&filters=email:notEmpty",
    answers: (api) =>
      api.answer(contract.users.deleted, (call) =>
        listOf(
          [gone("Name One", "2026-03-01T09:30:00.000Z"), gone("Name Two", "2026-03-02T09:30:00.000Z")],
          call,
        ),
      ),
  });
  const table = new ResourceTable("Users");
  await table.expectRows(3);
  const button = page.getByRole("button", { name: "Deleted", exact: true });
  await expect.element(button).toHaveAttribute("aria-pressed", "false");
  await button.click();
  const deleted = new ResourceTable("Deleted: Users");
  await deleted.expectRows(2);
  expect(address()).toEqual({ phrase: "Name", deleted: "yes" });
  await expect.element(deleted.rows.first()).toHaveTextContent("Name Two02.03.2026");
  await deleted.column("Name").getByRole("button", { name: "Name", exact: true }).click();
  await expect.poll(() => address()?.sortBy).toBe("recordName");
  await expect.element(button).toHaveAttribute("aria-pressed", "true");
  await button.click();
  await table.expectRows(3);
  expect(address()).toEqual({ phrase: "Name" });
});

test("[HI-02] [HO-02] the search shows deleted records of a collection for its own phrase", async () => {
  const { address } = await showUsers(userRows(2), {
    at: "/search?collection=users&phrase=Name&sortBy=userName",
    answers: (api) =>
      api.answer(contract.users.deleted, (call) =>
        listOf([gone("Name One", "2026-03-01T09:30:00.000Z")], call),
      ),
  });
  const table = new ResourceTable("Users");
  await table.expectRows(2);
  const button = page.getByRole("button", { name: "Deleted", exact: true });
  await button.click();
  await new ResourceTable("Deleted: Users").expectRows(1);
  expect(address()).toEqual({ collection: "users", phrase: "Name", deleted: "yes" });
  await expect.element(page.getByRole("searchbox")).not.toBeInTheDocument();
  await button.click();
  await table.expectRows(2);
  expect(address()).toEqual({ collection: "users", phrase: "Name" });
});

test("[HI-03] deleted records are restored from their list, and refusals show the reason", async () => {
  const two = [gone("Name One", "2026-03-01T09:30:00.000Z"), gone("Name Two", "2026-03-02T09:30:00.000Z")];
  let left = two;
  const { api } = await showUsers(userRows(1), {
    at: "/users?deleted=yes",
    answers: (api) => {
      api.answer(contract.users.deleted, (call) => listOf(left, call));
      api.answer(contract.users.restoreDeleted, ({ body }) => {
        const { userIds } = body as { userIds: string[] };
        if (userIds.includes("id-Name One"))
          return Response.json(
            {
              status: 400,
              code: "invalid",
              title: "Please check what you entered.",
              errors: [{ propertyName: "userName", errorMessage: "This is taken already." }],
            },
            { status: 400 },
          );
        left = left.filter(({ recordId }) => !userIds.includes(recordId));
        return null;
      });
    },
  });
  const deleted = new ResourceTable("Deleted: Users");
  await deleted.expectRows(2);
  for (const row of deleted.rows.all()) await row.getByRole("checkbox").click();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  const refused = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await expect
    .element(refused)
    .toHaveTextContent(/1 record was not changed.*Name One.*This is taken already\./);
  await refused.getByRole("button", { name: "Close" }).first().click();
  await deleted.expectRows(1);
  const asked = api.calls.filter(({ path }) => path === "/users/deleted/restore");
  expect(asked.map(({ method, body }) => [method, body])).toEqual([
    ["POST", { userIds: ["id-Name Two", "id-Name One"] }],
    ["POST", { userIds: ["id-Name Two"] }],
    ["POST", { userIds: ["id-Name One"] }],
  ]);
});

test("[HI-03] a partial restore lists what is lost and asks before continuing", async () => {
  const { api } = await showUsers(userRows(1), {
    at: "/users?deleted=yes",
    answers: (api) => {
      api.answer(contract.users.deleted, (call) =>
        listOf([gone("Name One", "2026-03-01T09:30:00.000Z")], call),
      );
      api.answer(contract.users.restoreDeleted, ({ query }) =>
        query.get("isProceed") === "true"
          ? null
          : Response.json(
              {
                status: 409,
                code: "restoredInPart",
                title: "Conflict",
                message: "Not everything: Accounting",
              },
              { status: 409 },
            ),
      );
    },
  });
  const deleted = new ResourceTable("Deleted: Users");
  await deleted.expectRows(1);
  await deleted.rows.first().getByRole("checkbox").click();
  const restore = page.getByRole("button", { name: "Restore", exact: true });
  const asked = () => api.calls.filter(({ path }) => path === "/users/deleted/restore").length;
  await restore.click();
  const question = page.getByRole("dialog", { name: "Not everything can be restored" });
  await expect.element(question).toHaveTextContent("Not everything: Accounting");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(asked()).toBe(1);
  await restore.click();
  await question.getByRole("button", { name: "Restore the rest" }).click();
  await expect.element(page.getByText("Name One was restored.")).toBeVisible();
  expect(asked()).toBe(3);
});

test("[RT-04] a record already deleted by another user is deselected", async () => {
  const users = userRows(3);
  const [deleted, ...left] = users;
  let isGone = false;
  const { table, api } = await showUsers(users, {
    answers: (api) => {
      api.answer(contract.users.list, (call) => listOf(isGone ? left : users, call));
      api.answer(contract.users.remove, () => {
        isGone = true;
        return Response.json({ status: 404, title: "Not found" }, { status: 404 });
      });
    },
  });
  await table.expectRows(3);
  await table.box(table.row(deleted?.userName ?? "")).click();
  await table.expectSelected(1);
  await table.selection.getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await table.expectRows(2);
  await expect.element(table.selection).not.toBeInTheDocument();
  expect(api.calls.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});
