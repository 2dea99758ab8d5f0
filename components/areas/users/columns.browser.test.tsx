import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import { focus } from "@/tests/component/actions";
import type { ResourceTable } from "@/tests/component/resource-table";
import { expectAccessible } from "@/tests/component/sound";
import { showUsers } from "@/tests/component/users-list";
import { userRows } from "@/tests/support/user-rows";

const opener = page.getByRole("button", { name: "Columns and density" });
const panel = page.getByRole("dialog", { name: "Columns and density" });
const choice = (name: string) => panel.getByRole("checkbox", { name, exact: true });
const layout = (hidden: string[], shown: string[] = []) => ({
  "table.users.list": JSON.stringify({ hidden, shown, order: [], pinned: [], widths: {} }),
});

test("[TL-07] at least one column stays visible, and the first one links to the record", async () => {
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
])("[TL-07] a stored layout %s is ignored", async (_, stored, isShown) => {
  const { table } = await showUsers(userRows(1), { settings: { "table.users.list": stored } });
  await expect.element(table.column("Name")).toBeVisible();
  if (isShown) await expect.element(table.column("E-mail")).toBeVisible();
  else await expect.element(table.column("E-mail")).not.toBeInTheDocument();
});

test("[TL-07] a refused layout is reverted, an unsent one is kept and retried", async () => {
  const { table, api } = await showUsers(userRows(1));
  let status = 400;
  const saved = () => api.calls.filter(({ path }) => path === contract.user.saveSettings.path);
  api.answer(contract.user.saveSettings, () =>
    status < 300 ? new Response(null, { status }) : Response.json({ status }, { status }),
  );
  await opener.click();
  await choice("E-mail").click();
  await expect.poll(saved).toHaveLength(1);
  // After a reload, the column is still there.
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

test("[TL-07] on a phone an added column is shown, and the table scrolls instead of the page", async () => {
  await page.viewport(360, 740);
  const { table } = await showUsers(userRows(3));
  await expect.element(table.rows.first()).toBeVisible();
  await expect.element(page.getByRole("columnheader", { name: "E-mail" })).not.toBeInTheDocument();
  await opener.click();
  for (const name of ["E-mail", "Created on"]) await choice(name).click();
  await expect.element(table.column("E-mail")).toBeVisible();
  await expect.element(table.column("Created on")).toBeVisible();
  await expectAccessible("columns on a phone");
});

const widthOf = (locator: Locator) => Math.round(locator.element().getBoundingClientRect().width);
const leftOf = (locator: Locator) => Math.round(locator.element().getBoundingClientRect().left);
const edgeOf = (head: Locator) => head.getByCss(".column-edge");
const headsOf = (table: ResourceTable) =>
  table.table
    .getByRole("columnheader")
    .elements()
    .flatMap((head) => head.getAttribute("aria-label") ?? []);

/** The drag code is loaded on first hover. */
const reach = async (head: Locator) => {
  await userEvent.hover(head);
  await expect.element(head).toHaveAttribute("draggable", "true");
};

test("[TL-07] a column is resized by dragging or keys, and can be reset", async () => {
  const { table } = await showUsers(userRows(2));
  const email = table.column("E-mail");
  await expect.element(email).toBeVisible();
  await reach(email);
  const before = widthOf(email);
  await userEvent.dragAndDrop(edgeOf(email), email, { targetPosition: { x: 100, y: 10 } });
  await expect.poll(() => Math.abs(widthOf(email) - 100)).toBeLessThan(10);
  const narrow = widthOf(email);
  focus(email.getByRole("button", { name: "E-mail", exact: true }));
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
  await expect.poll(() => widthOf(email)).toBe(narrow + 16);
  // Neither sorts nor moves further.
  await expect.element(email).not.toHaveAttribute("aria-sort");
  await edgeOf(email).dblClick();
  await expect.poll(() => widthOf(email)).toBe(before);
});

test("[TL-07] columns are moved by their heads, by keys and in the panel, and keep the order", async () => {
  const { table, api } = await showUsers(userRows(2));
  await expect.element(table.column("Created on")).toBeVisible();
  await reach(table.column("Created on"));
  await userEvent.dragAndDrop(table.column("Created on"), table.column("E-mail"));
  await expect.poll(() => headsOf(table).slice(0, 3)).toEqual(["Name", "Created on", "E-mail"]);
  const sort = table.column("Created on").getByRole("button", { name: "Created on", exact: true });
  focus(sort);
  await userEvent.keyboard("{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}");
  await expect.poll(() => headsOf(table).slice(0, 3)).toEqual(["Name", "E-mail", "Created on"]);
  await expect.element(sort).toHaveFocus();
  await opener.click();
  const up = panel.getByRole("button", { name: "Move E-mail up" });
  // The panel lists hidden columns too.
  while (up.element().getAttribute("aria-disabled") !== "true") await up.click();
  await expect.poll(() => headsOf(table).slice(0, 2)).toEqual(["E-mail", "Name"]);
  await expect.element(up).toHaveFocus();
  const keptOrder = () => {
    const kept = api.calls.findLast(({ path }) => path === contract.user.saveSettings.path)?.body;
    return JSON.parse((kept as Record<string, string>)["table.users.list"] ?? "{}").order;
  };
  await expect.poll(keptOrder).toEqual(expect.arrayContaining(["email", "lastName", "createdOn"]));
  await expect.poll(() => keptOrder()[0]).toBe("email");
});

test("[TL-07] pinned columns stay in view while the others scroll", async () => {
  const { table } = await showUsers(userRows(2), {
    settings: {
      "table.users.list": JSON.stringify({
        widths: { email: 700, roles: 700, createdOn: 700, lastName: 240 },
      }),
    },
  });
  await expect.element(table.column("E-mail")).toBeVisible();
  await opener.click();
  const pin = panel.getByRole("button", { name: "Pin Name at the front" });
  await pin.click();
  await expect.element(pin).toHaveAttribute("aria-pressed", "true");
  const name = table.rows.first().getByRole("gridcell").nth(1);
  const [pinnedAt, scrolling] = [leftOf(name), leftOf(table.column("E-mail"))];
  table.table.element().parentElement?.scrollTo({ left: 600 });
  await expect.poll(() => leftOf(table.column("E-mail"))).toBe(scrolling - 600);
  expect([leftOf(name), leftOf(table.column("Name"))]).toEqual([pinnedAt, pinnedAt]);
  await expectAccessible("a pinned column");
  await pin.click();
  await expect.poll(() => leftOf(name)).toBeLessThan(pinnedAt);
});

test("[TL-01] roles are shown in full on a small laptop, as many as fit", async () => {
  await page.viewport(1024, 768);
  const rolesOf = (...names: string[]) => names.map((roleName) => ({ roleId: roleName, roleName }));
  const roles = [
    rolesOf("Administrator", "Audit", "Employee"),
    rolesOf("Employee", "Information technology"),
    rolesOf("Customer service", "Employee"),
    rolesOf("Role administration"),
  ];
  const users = userRows(4).map((user, index) => ({ ...user, roles: roles[index] ?? [] }));
  const { table } = await showUsers(users);
  await expect.element(table.rows.first()).toBeVisible();
  const shown = table.rows
    .elements()
    .map((row) =>
      [...row.querySelectorAll("[title] > span")].map(
        (chip) => (chip.querySelector("[aria-hidden]") ?? chip).textContent,
      ),
    );
  expect(shown).toEqual([
    ["Administrator", "Audit", "+1"],
    ["Employee", "+1"],
    ["Customer service", "Employee"],
    ["Role administration"],
  ]);
  const cut = [...table.table.element().querySelectorAll("[title] .truncate")].filter(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  );
  expect(cut.map(({ textContent }) => textContent)).toEqual([]);
  // "Created on" needs a wider table.
  await expect.element(page.getByRole("columnheader", { name: "Created on" })).not.toBeInTheDocument();
});
