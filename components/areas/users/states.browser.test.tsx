import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { contract } from "@/lib/contract";
import { preferColors } from "@/tests/component/actions";
import { expectAccessible } from "@/tests/component/sound";
import { showUsers } from "@/tests/component/users-list";
import { gate } from "@/tests/support/gate";
import { userRows } from "@/tests/support/user-rows";

test.each([
  [360, "dark"],
  [1440, "light"],
] as const)(
  "[TL-01] axe finds nothing in any state of a table at %i px in %s",
  async (width, colorScheme) => {
    await preferColors(colorScheme);
    await page.viewport(width, 800);
    const first = gate();
    const { api, table } = await showUsers([], {
      at: "/users?pageLimit=-1&page=x&filters=lastName:contains:a",
      answers: (given) =>
        given.answer(contract.users.list, async () => {
          await first.passed;
          return { list: userRows(1), totalCount: 1 };
        }),
    });
    await expect.element(page.getByText("Ignored in this link")).toBeVisible();
    await expectAccessible("loading");
    first.open();
    await table.expectRows(1);
    await table.box(table.rows).click();
    await expect.element(table.selection).toBeVisible();
    await expectAccessible("one row, selected");

    const refresh = page.getByRole("button", { name: "Refresh" });
    const refreshed = async () => {
      await expect.element(refresh).not.toHaveAttribute("aria-disabled", "true");
      await refresh.click();
    };
    api.answer(contract.users.list, () => ({ list: userRows(10_000), totalCount: 10_000 }));
    await refreshed();
    await expect.element(page.getByText("1–10,000 of 10,000")).toBeVisible();
    await expectAccessible("ten thousand rows");
    api.answer(contract.users.list, () => Response.json({ status: 500 }, { status: 500 }));
    await refreshed();
    await expect.element(page.getByText("The list could not be loaded")).toBeVisible();
    await expectAccessible("rows that could not be refreshed");
    api.answer(contract.users.list, () => ({ list: [], totalCount: 0 }));
    await refreshed();
    await expect.element(page.getByText("Nothing matches these filters.")).toBeVisible();
    await expectAccessible("no results");
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await expect.element(page.getByText("No users yet")).toBeVisible();
    await expectAccessible("empty");
  },
);

test("[TL-01] on a phone, in German, the toolbar takes two rows, and buttons keep their names", async () => {
  await page.viewport(360, 740);
  await showUsers(userRows(3), { language: "de" });
  const section = page.getByRole("region", { name: "Benutzer", exact: true });
  const button = (name: string) => section.getByRole("button", { name, exact: true });
  const parts: Locator[] = [
    section.getByRole("searchbox"),
    ...["Filter hinzufügen", "Exportieren", "Benutzer einladen"].map(button),
    section.getByRole("link", { name: "Neuer Benutzer" }),
  ];
  const middles = new Set<number>();
  for (const part of parts) {
    await expect.element(part).toBeVisible();
    const { y, height } = part.element().getBoundingClientRect();
    middles.add(Math.round(y + height / 2));
  }
  expect(middles.size).toBe(2);
});

const middleOf = (locator: Locator) => {
  const { top, bottom } = locator.element().getBoundingClientRect();
  return Math.round((top + bottom) / 2);
};

test.each([
  [1024, "en", "New user"],
  [1024, "de", "Neuer Benutzer"],
  [360, "en", "New user"],
  [360, "de", "Neuer Benutzer"],
] as const)(
  "[SH-09] at %i px, in %s, actions are next to the heading, and filters below",
  async (width, language, name) => {
    await page.viewport(width, 800);
    await showUsers(userRows(3), { language });
    const heading = page.getByRole("heading", { level: 1 });
    const create = page.getByRole("link", { name });
    await expect.element(create).toBeVisible();
    expect(middleOf(create)).toBe(middleOf(heading));
    const narrowing = page.getByCss("section > div:has(> search) > :is(search, button)").elements();
    expect(narrowing.length).toBeGreaterThan(4);
    expect(new Set(narrowing.map((one) => Math.round(one.getBoundingClientRect().top))).size).toBe(1);
  },
);

test("[SH-09] on a phone people are shown with their picture, in a row of two lines", async () => {
  await page.viewport(360, 800);
  const { table } = await showUsers(userRows(1));
  await expect.element(table.rows.getByCss("[data-initials]")).toBeVisible();
  expect(table.rows.element().getBoundingClientRect().height).toBeLessThanOrEqual(48);
});

test("[SH-11] roles that do not fit the row are read out by name", async () => {
  const roles = ["Accounting", "Customer service", "Works council"].map((roleName) => ({
    roleId: roleName,
    roleName,
  }));
  const { table } = await showUsers(userRows(1).map((user) => ({ ...user, roles })));
  await expect
    .element(table.rows.getByRole("gridcell", { name: "Accounting Customer service, Works council" }))
    .toHaveTextContent("+2");
});

test("[SH-11] on a low screen the button of an empty or failed list can be scrolled to", async () => {
  await page.viewport(320, 256);
  let isFailing = true;
  await showUsers([], {
    at: "/users?filters=lastName:contains:a",
    answers: (api) =>
      api.answer(contract.users.list, () =>
        isFailing ? Response.json({ status: 500 }, { status: 500 }) : { list: [], totalCount: 0 },
      ),
  });
  /** Ancestors that clip it and do not scroll. */
  const hiding = (button: Locator) => {
    const found: Element[] = [];
    for (let box = button.element().parentElement; box; box = box.parentElement)
      if (box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY === "hidden")
        found.push(box);
    return found.map(({ className }) => className);
  };
  const retry = page.getByRole("button", { name: "Try again" });
  await expect.element(retry).toBeInTheDocument();
  expect(hiding(retry)).toEqual([]);
  isFailing = false;
  await retry.click();
  const clear = page.getByRole("button", { name: "Clear search and filters" });
  await expect.element(clear).toBeInTheDocument();
  expect(hiding(clear)).toEqual([]);
});
