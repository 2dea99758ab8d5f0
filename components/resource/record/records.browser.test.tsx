import { Wrench } from "lucide-react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type * as z from "zod";
import { column, defineRecords } from "@/lib/contract/records";
import { type FakeApi, listOf } from "@/tests/component/fake-api";
import { ResourceTable } from "@/tests/component/resource-table";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import { RecordCreateView } from "./create-view";
import { RecordDetailView } from "./detail-view";
import type { RecordKind } from "./kind";
import { RecordListView } from "./list-view";

// Records with a column of each kind, using the texts of roles.
const parts = defineRecords("roles", {
  record: "role",
  name: "roleName",
  view: "RoleView",
  place: 990,
  columns: {
    roleName: column.text(20, { required: true, searched: true }),
    size: column.int({ min: 1, max: 5, optional: true }),
    weight: column.number({ default: 1 }),
    isDefault: column.flag({ default: true }),
    since: column.day({ optional: true }),
    checkedOn: column.instant({ optional: true }),
    state: column.choice(["open", "closed"], { default: "open" }),
    note: column.html(),
    names: column.translations(20),
    seen: column.int({ readOnly: true }),
  },
});
const kind = { calls: parts.calls, view: "RoleView", icon: Wrench } as const satisfies RecordKind;

const bolt: z.output<typeof parts.detail> = {
  roleId: "7",
  roleName: "Bolt",
  size: null,
  weight: 1234.5,
  isDefault: false,
  since: "2026-03-01",
  checkedOn: "2026-03-01T23:30:00.000Z",
  state: "closed",
  note: "<p>Keep <strong>dry</strong></p>",
  names: { en: "Bolt", de: "Schraube", pl: "", sr: "" },
  seen: 3,
  createdOn: "2026-01-01T09:30:00.000Z",
  createdBy: "admin",
  updatedOn: null,
  updatedBy: null,
  version: 4,
};

const answered = (api: FakeApi) => {
  api.answer(parts.calls.list, (call) => listOf([bolt], call));
  api.answer(parts.calls.detail, () => bolt);
  api.answer(parts.calls.create, () => "8");
  api.answer(parts.calls.save, () => bolt);
  api.answer(parts.calls.remove, () => null);
};
const sent = (api: FakeApi, method: string) => api.calls.filter((call) => call.method === method);

test("[TL-01] [TL-02] a list shows each column by its type, and deletes after confirmation", async () => {
  const { api } = await show(<RecordListView kind={kind} />, { at: "/roles", answers: answered });
  const table = new ResourceTable("Roles");
  await table.expectRows(1);
  const row = table.rows.first();
  for (const text of ["Bolt", "1,234.5", "No", "closed", "admin"])
    await expect.element(row).toHaveTextContent(text);
  // The stored day, and the instant in Berlin time, where it is already the next day.
  await expect.element(row).toHaveTextContent(/01\.03\.2026.*02\.03\.2026 00:30/);
  await row.getByRole("checkbox").click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await question.getByRole("button", { name: "Delete role" }).click();
  await expect.poll(() => sent(api, "DELETE").map(({ query }) => query.getAll("roleIds"))).toEqual([["7"]]);
});

test("[TL-08] several records are changed in the checked fields, and each shows its result", async () => {
  const others = Array.from({ length: 3 }, (_, at) => ({ ...bolt, roleId: `${at}`, roleName: `Part ${at}` }));
  const bulkForm = async () => ({ records: parts });
  const refused = { status: 403, code: "forbidden", title: "Unauthorized access.", message: "It is locked." };
  const { api } = await show(<RecordListView kind={kind} bulkForm={bulkForm} />, {
    at: "/roles",
    answers(api) {
      answered(api);
      api.answer(parts.calls.list, (call) => listOf(others, call));
      api.answer(parts.calls.bulkSave, ({ body }) => ({
        results: (body as { roleIds: string[] }).roleIds.map((recordId) => ({
          recordId,
          isSaved: recordId !== "1",
          error: recordId === "1" ? refused : undefined,
        })),
      }));
    },
  });
  const table = new ResourceTable("Roles");
  await table.expectRows(3);
  await table.rows.nth(0).getByRole("checkbox").click();
  await table.rows.nth(1).getByRole("checkbox").click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change 2 records" });
  const submit = dialog.getByRole("button", { name: "Change 2 records" });
  await expect.element(dialog.getByRole("checkbox", { name: "Change “size”" })).toBeVisible();
  await expect.element(submit).toHaveAttribute("aria-disabled", "true");
  // Names are unique, so they cannot be changed in bulk.
  expect(dialog.getByRole("checkbox").elements()).toHaveLength(7);
  await dialog.getByRole("checkbox", { name: "Change “size”" }).click();
  await dialog.getByRole("textbox", { name: "size" }).fill("9");
  await dialog.getByRole("checkbox", { name: "Change “weight”" }).click();
  await dialog.getByRole("checkbox", { name: "Change “weight”" }).click();
  await submit.click();
  await expect.element(dialog.getByRole("textbox", { name: "size" })).toHaveAttribute("aria-invalid", "true");
  expect(sent(api, "PATCH")).toEqual([]);
  await dialog.getByRole("textbox", { name: "size" }).fill("4");
  await expectAccessible("a change of several", "[role=dialog]");
  await submit.click();
  await expect
    .element(dialog.getByRole("status"))
    .toHaveTextContent("1 record has been changed. 1 record was not changed.");
  expect(sent(api, "PATCH").map(({ body }) => body)).toEqual([{ roleIds: ["0", "1"], values: { size: 4 } }]);
  await expect
    .element(dialog.getByRole("listitem").first())
    .toHaveTextContent("Part 1It is locked.Not changed");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(page.getByRole("region", { name: "Selection" })).toHaveTextContent("1 selected");
  // Unchanged rows stay selected.
  await expect.element(table.rows.nth(1).getByRole("checkbox")).toBeChecked();
  await expect.element(table.rows.nth(0).getByRole("checkbox")).not.toBeChecked();
});

test("[TL-01] sorting by a column, and reversing, returns to page 1", async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ ...bolt, roleId: `${at}`, roleName: `Part ${at}` }));
  const { api } = await show(<RecordListView kind={kind} />, {
    at: "/roles?page=3",
    answers(api) {
      answered(api);
      api.answer(parts.calls.list, (call) => listOf(many, call));
    },
  });
  const table = new ResourceTable("Roles");
  await table.expectRows(10);
  const asked = () => {
    const query = sent(api, "GET").findLast(({ path }) => path === parts.calls.list.path)?.query;
    return ["page", "sortBy", "sortDir"].map((name) => query?.get(name));
  };
  expect(asked()).toEqual(["3", "roleName", "asc"]);
  await table.column("weight").getByRole("button", { name: "weight", exact: true }).click();
  await expect.poll(asked).toEqual(["1", "weight", "asc"]);
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect.poll(asked).toEqual(["2", "weight", "asc"]);
  await table.column("weight").getByRole("button", { name: "weight", exact: true }).click();
  await expect.poll(asked).toEqual(["1", "weight", "desc"]);
});

test("[TL-01] the header of a number column is aligned with the numbers", async () => {
  await show(<RecordListView kind={kind} />, { at: "/roles", answers: answered });
  const table = new ResourceTable("Roles");
  await table.expectRows(1);
  const end = (element: Element) => {
    const texts = document.createRange();
    texts.selectNodeContents(element);
    return Math.round(texts.getBoundingClientRect().right);
  };
  const number = table.rows.first().getByText("1,234.5");
  expect(end(table.column("weight").getByText("weight").element())).toBe(end(number.element()));
});

test("[FM-03] the create form has fields by column type", async () => {
  const { api } = await show(
    <RecordCreateView records={parts} rows={[["roleName", "size"], ["state"], ["names"]]} />,
    {
      at: "/roles/new",
      answers: answered,
    },
  );
  await page.getByRole("textbox", { name: "Role name" }).fill("Nut");
  await page.getByLabelText("size").fill("9");
  await page.getByLabelText("state").selectOptions("closed");
  await page.getByRole("group", { name: "names" }).getByLabelText("Deutsch").fill("Mutter");
  await expect.element(page.getByText("seen")).not.toBeInTheDocument();
  const create = page.getByRole("button", { name: "Create role" });
  await create.click();
  await expect.element(page.getByText("Please enter 5 or less.")).toBeVisible();
  expect(sent(api, "POST")).toEqual([]);
  await page.getByLabelText("size").fill("5");
  await create.click();
  await expect
    .poll(() => sent(api, "POST").map(({ body }) => body))
    .toEqual([
      {
        ...{ roleName: "Nut", size: 5, weight: 1, isDefault: true, since: null },
        ...{ checkedOn: null, state: "closed", note: "", names: { en: "", de: "Mutter", pl: "", sr: "" } },
      },
    ]);
});

test("[FM-01] [FM-05] [FM-09] a record reads like text, and is saved with its version", async () => {
  const { api } = await show(<RecordDetailView id="7" kind={kind} records={parts} />, {
    at: "/roles/7",
    answers: answered,
  });
  await expect.element(page.getByRole("heading", { name: "Bolt" })).toBeVisible();
  const section = page.getByRole("region", { name: "Role" });
  await expect.element(section.getByText("dry")).toBeVisible();
  expect(section.getByText("dry").element().localName).toBe("strong");
  await expect.element(section).toHaveTextContent("since01.03.2026");
  await expect.element(section).toHaveTextContent("English: BoltDeutsch: Schraube");
  await section.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Role name" }).fill("Screw");
  await userEvent.keyboard("{Enter}");
  const { roleName: _, roleId, seen, createdOn, createdBy, updatedOn, updatedBy, ...rest } = bolt;
  await expect.poll(() => sent(api, "PUT").map(({ body }) => body)).toEqual([{ ...rest, roleName: "Screw" }]);
});

test("[HI-02] the history formats rich text and days", async () => {
  const change = {
    ...{ id: "1", type: "RoleUpdated", changedOn: "2026-02-01T09:30:00.000Z", changedBy: "admin" },
    ...{ recordId: "7", recordName: "Bolt" },
  };
  await show(<RecordDetailView id="7" kind={kind} records={parts} />, {
    at: "/roles/7",
    answers(api) {
      answered(api);
      api.answer(parts.calls.recordHistory, (call) => listOf([change], call));
      api.answer(parts.calls.recordHistoryDetail, () => ({
        ...change,
        previous: { note: "", since: null, names: { en: "", de: "" } },
        current: { note: bolt.note, since: "2026-03-01", names: bolt.names },
      }));
    },
  });
  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio").click();
  await expect.element(dialog.getByText("dry")).toBeVisible();
  expect(dialog.getByText("dry").element().localName).toBe("strong");
  await expect.element(dialog.getByRole("row", { name: /since/ })).toHaveTextContent("01.03.2026");
  await expect.element(dialog.getByRole("row", { name: /names/ })).toHaveTextContent("Deutsch: Schraube");
});

const change = (id: string, type: string, changedOn: string) => ({
  ...{ id, type, changedOn, changedBy: "Ada", recordId: "7", recordName: "Bolt", subject: null, fields: [] },
});
const changes = [
  change("c3", "RoleUpdated", "2026-03-03T09:30:00.000Z"),
  change("c2", "RoleUserAdded", "2026-03-02T09:30:00.000Z"),
  change("c1", "RoleCreated", "2026-03-01T09:30:00.000Z"),
];
const withHistory = (api: FakeApi) => {
  answered(api);
  api.answer(parts.calls.recordHistory, (call) => listOf(changes, call));
  api.answer(parts.calls.recordHistoryDetail, ({ path }) => {
    const found = changes.find(({ id }) => path.endsWith(id)) ?? change("", "", "");
    const isRestorable = found.type !== "RoleUserAdded";
    const asOf = { roleName: "Bolt", since: "2026-03-01", state: found.type };
    return { ...found, previous: null, current: { roleName: "Bolt" }, isRestorable, asOf };
  });
  api.answer(parts.calls.restoreState, () => bolt);
  api.answer(parts.calls.restoreDeleted, () => null);
};

test("[HI-03] an earlier state is restored from the history, the current or a partial one is not", async () => {
  const { api } = await show(<RecordDetailView id="7" kind={kind} records={parts} />, {
    at: "/roles/7",
    answers: withHistory,
  });
  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: /^History of/ });
  const restore = dialog.getByRole("button", { name: "Restore this state" });
  for (const [name, isOffered] of [
    ["Role changed", false],
    ["User added", false],
    ["Role created", true],
  ] as const) {
    await dialog.getByRole("row").filter({ hasText: name }).click();
    await expect.element(dialog.getByRole("heading", { name })).toBeVisible();
    if (isOffered) await expect.element(restore).toBeVisible();
    else await expect.element(restore).not.toBeInTheDocument();
  }
  await dialog.getByRole("button", { name: "State at this time" }).click();
  const whole = dialog.getByRole("table", { name: "State at this time" });
  await expect.element(whole.getByRole("row", { name: /since/ })).toHaveTextContent("01.03.2026");
  await expect.element(whole.getByRole("row", { name: /state/ })).toHaveTextContent("RoleCreated");
  await expectAccessible("a record as of a moment", "[role=dialog]");
  await restore.click();
  await expect.element(page.getByText("The earlier state was restored as a new change.")).toBeVisible();
  await expect
    .poll(() => sent(api, "POST").map(({ path }) => path))
    .toEqual(["/roles/7/history/RoleCreated/c1/restore"]);
});

test("[HI-03] a deleted record is restored from its place", async () => {
  let isDeleted = true;
  const { api } = await show(<RecordDetailView id="7" kind={kind} records={parts} />, {
    at: "/roles/7",
    answers(api) {
      withHistory(api);
      api.answer(parts.calls.detail, () =>
        isDeleted
          ? Response.json({ status: 404, code: "notFound", title: "Item not found" }, { status: 404 })
          : bolt,
      );
      api.answer(parts.calls.restoreDeleted, () => {
        isDeleted = false;
        return null;
      });
    },
  });
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect.element(page.getByText("Bolt was restored.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Edit" })).toBeVisible();
  expect(sent(api, "POST").map(({ path, body }) => [path, body])).toEqual([
    ["/roles/deleted/restore", { roleIds: ["7"] }],
  ]);
});

test("[HI-03] [TL-02] a deletion is undone from its toast, as far as possible", async () => {
  const three = ["0", "1", "2"].map((roleId) => ({ ...bolt, roleId, roleName: `Part ${roleId}` }));
  let left = three;
  const { api } = await show(<RecordListView kind={kind} />, {
    at: "/roles",
    answers(api) {
      answered(api);
      api.answer(parts.calls.list, (call) => listOf(left, call));
      api.answer(parts.calls.remove, ({ query }) => {
        left = left.filter(({ roleId }) => !query.getAll("roleIds").includes(roleId));
        return null;
      });
      api.answer(parts.calls.restoreDeleted, ({ body }) => {
        const { roleIds } = body as { roleIds: string[] };
        if (roleIds.includes("1"))
          return Response.json(
            {
              ...{ status: 400, code: "invalid", title: "Please check what you entered." },
              errors: [{ propertyName: "roleName", errorMessage: "This is taken already." }],
            },
            { status: 400 },
          );
        left = [...left, ...three.filter(({ roleId }) => roleIds.includes(roleId))];
        return null;
      });
    },
  });
  const table = new ResourceTable("Roles");
  await table.expectRows(3);
  const remove = async (...places: number[]) => {
    for (const place of places) await table.rows.nth(place).getByRole("checkbox").click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await question.getByRole("button", { name: /^Delete / }).click();
  };
  const undo = page.getByRole("button", { name: "Undo" });

  await remove(2);
  await table.expectRows(2);
  await expect.element(page.getByText("Role deleted: Part 2")).toBeVisible();
  await expectAccessible("a toast that offers something");
  await undo.click();
  await table.expectRows(3);
  await expect.element(page.getByText("Part 2 was restored.")).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();

  await remove(0, 1);
  await table.expectRows(1);
  await undo.click();
  const refused = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await expect
    .element(refused)
    .toHaveTextContent(/1 record was not changed.*Part 1.*This is taken already\./);
  await refused.getByRole("button", { name: "Close" }).first().click();
  await table.expectRows(2);
  expect(sent(api, "POST").map(({ body }) => body)).toEqual([
    { roleIds: ["2"] },
    { roleIds: ["0", "1"] },
    { roleIds: ["0"] },
    { roleIds: ["1"] },
  ]);
});
