import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AreasProvider } from "@/components/area/areas-context";
import { contract } from "@/lib/contract";
import type { FoundGroup, FoundRecord } from "@/lib/contract/search";
import type { Language } from "@/lib/preferences/preferences";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import CommandPalette from "../shell/palette/command-palette";
import { areaRegistry } from "./registry";

const role: FoundRecord = { id: "7", name: "Vertrieb Nord", hint: "", address: "/roles/7" };
const ida: FoundRecord = {
  id: "9",
  name: "Ida Bauer",
  hint: "ida@example.com",
  address: "/users/9",
  person: { firstName: "Ida", lastName: "Bauer", userName: "ida", avatar: null },
};
const groupOf = (collection: string, ...list: FoundRecord[]): FoundGroup => ({
  collection,
  list,
  totalCount: list.length,
  isMore: false,
});

/** Opens the palette; searches wait for `answer`. */
async function open(language: Language = "en", tabs: Record<string, string> = {}) {
  let release = (_: FoundGroup[]) => {};
  const answered = new Promise<FoundGroup[]>((resolve) => {
    release = resolve;
  });
  const onClose = vi.fn();
  const shown = await show(
    <AreasProvider value={areaRegistry}>
      <CommandPalette onClose={onClose} />
    </AreasProvider>,
    {
      language,
      answers(api) {
        api.answer(contract.search.everywhere, () => answered);
      },
    },
  );
  for (const [path, title] of Object.entries(tabs))
    shown.tabs.actions.open(path, { mode: "background", title });
  const box = page.getByRole("combobox");
  await expect.element(box).toBeVisible();
  return {
    ...shown,
    onClose,
    box,
    everywhere: page.getByRole("option", { name: /everywhere/ }),
    option: (name: string | RegExp) => page.getByRole("option", { name }),
    answer: (...groups: FoundGroup[]) => release(groups),
    paths: () => shown.tabs.getState().tabs.map(({ path }) => path),
  };
}

/** The option that a screen reader announces, which has to be the only selected one. */
function announced(): string | undefined {
  const id = document.querySelector("[role=combobox]")?.getAttribute("aria-activedescendant");
  const selected = [...document.querySelectorAll("[role=option][aria-selected=true]")];
  expect(selected.map((option) => option.id)).toEqual(id ? [id] : []);
  return selected[0]?.textContent ?? undefined;
}

test("[SH-10] Enter opens a found record instead of the full search", async () => {
  const found = await open();
  await userEvent.type(found.box, "vertrieb");
  found.answer(groupOf("roles", role));
  await expect.element(found.option(/Vertrieb Nord/)).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  expect(found.paths()).toContain("/roles/7");
});

test("[SH-10] Enter pressed before the records arrive opens the best one", async () => {
  const found = await open();
  await userEvent.type(found.box, "vertrieb");
  expect(announced()).toBeUndefined();
  await userEvent.keyboard("{Enter}");
  expect(found.onClose).not.toHaveBeenCalled();
  found.answer(groupOf("roles", role));
  await expect.poll(found.paths).toContain("/roles/7");
  expect(found.onClose).toHaveBeenCalledOnce();
});

test("[SH-10] a selected full search stays selected when records arrive", async () => {
  const found = await open();
  await userEvent.type(found.box, "vertrieb");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(found.everywhere).toHaveAttribute("aria-selected", "true");
  found.answer(groupOf("roles", role));
  await expect.element(found.option(/Vertrieb Nord/)).toBeVisible();
  await expect.element(found.everywhere).toHaveAttribute("aria-selected", "true");
  expect(announced()).toMatch(/everywhere/);
  await userEvent.keyboard("{Enter}");
  expect(found.paths()).toContain("/search");
});

test.each([
  ["users", "/users"],
  ["roles", "/roles"],
  ["new rol", "/roles/new"],
  ["create role", "/roles/new"],
  ["add user", "/users/new"],
  ["files", "/attachments"],
  ["log", "/audit"],
  ["nwrl", "/roles/new"],
  ["ida", "/users/9"],
  ["bauer", "/users/9"],
])("[SH-10] [SH-11] Enter opens the option that a screen reader announces for “%s”", async (phrase, path) => {
  const found = await open();
  for (const letter of phrase) {
    await userEvent.keyboard(letter);
    announced();
  }
  const isIda = path === "/users/9";
  found.answer(...(isIda ? [groupOf("users", ida)] : []));
  if (isIda) await expect.element(found.option(/Ida Bauer/)).toBeVisible();
  await expect.poll(announced).toBeDefined();
  for (const key of ["{ArrowDown}", "{ArrowUp}", "{End}", "{PageUp}", "{Home}"]) {
    await userEvent.keyboard(key);
    expect(announced()).toBeDefined();
  }
  await userEvent.keyboard("{Enter}");
  expect(found.paths()).toEqual(["/", path]);
});

test("[SH-10] records that arrive late do not move the selection of a user of the arrow keys", async () => {
  const found = await open();
  await userEvent.type(found.box, "us");
  await userEvent.keyboard("{ArrowDown}");
  const chosen = announced();
  expect(chosen).toBeDefined();
  found.answer(groupOf("users", { ...ida, name: "Us Meyer" }, { ...ida, id: "10", name: "Us" }));
  await expect.element(found.option(/Us Meyer/)).toBeVisible();
  expect(announced()).toBe(chosen);
});

test("[SH-10] a name wins over the letters of an open tab, and is listed once with its picture", async () => {
  const found = await open("en", { "/roles/3": "Invited accounts", "/users/9": "Ida Bauer" });
  await userEvent.type(found.box, "ida");
  found.answer(groupOf("users", ida));
  await expect.poll(() => document.querySelectorAll("[data-initials=IB]").length).toBe(1);
  expect(found.option(/^Ida Bauer/).elements()).toHaveLength(1);
  expect(announced()).toMatch(/^Ida Bauer/);
});

test("[SH-10] [SH-11] the letters that match are marked, by weight too, and not in the accessible name", async () => {
  const found = await open();
  await userEvent.type(found.box, "bau");
  found.answer(groupOf("users", ida));
  await expect.element(found.option("Ida Bauer ida@example.com · Users")).toBeVisible();
  const [mark, ...others] = found
    .option(/^Ida Bauer/)
    .element()
    .querySelectorAll("b");
  expect(mark?.textContent).toBe("Bau");
  expect(others).toEqual([]);
  const { fontWeight, textDecorationLine } = getComputedStyle(mark as Element);
  expect([Number(fontWeight) > 500, textDecorationLine]).toEqual([true, "underline"]);
  await expectAccessible("marked letters");
});

test("[SH-10] synonyms find the tab of a view", async () => {
  const found = await open("en", { "/roles/new": "New role" });
  await userEvent.type(found.box, "create role");
  found.answer();
  await expect.poll(announced).toBe("New roleRoles");
  expect(found.option(/^New role/).elements()).toHaveLength(1);
});

test("[SH-10] with many tabs open, the tabs are listed last", async () => {
  const titles = ["Ada", "Bea", "Cleo", "Dora", "Eva", "Frida"];
  const found = await open("en", Object.fromEntries(titles.map((title) => [`/users/${title}`, title])));
  await expect
    .poll(() => page.getByRole("group").elements().at(-1)?.getAttribute("aria-label"))
    .toBe("Open tabs");
  expect(found.option(/Users$/).elements()).toHaveLength(1 + titles.length);
});

test.each([
  ["de", "rolle anlegen", "/roles/new"],
  ["de", "dateien", "/attachments"],
  ["pl", "utwórz rol", "/roles/new"],
  ["pl", "pliki", "/attachments"],
  ["sr", "kreiraj ulogu".slice(0, 10), "/roles/new"],
  ["sr", "datoteke".slice(0, 6), "/attachments"],
] as const)("[SH-10] [PR-02] in %s, “%s” is a synonym", async (language, phrase, path) => {
  const found = await open(language);
  await userEvent.type(found.box, phrase);
  found.answer();
  await expect.poll(announced).toBeDefined();
  await userEvent.keyboard("{Enter}");
  expect(found.paths()).toEqual(["/", path]);
});

test.each([
  ["en", "log out", "Sign out"],
  ["de", "ausloggen", "Abmelden"],
  ["pl", "wyloguj", "Wyloguj się"],
  ["sr", "odjava", "Odjavi se"],
] as const)("[SH-10] [PR-02] in %s, “%s” finds “%s”", async (language, phrase, label) => {
  const found = await open(language);
  await userEvent.type(found.box, phrase);
  found.answer();
  await expect.poll(announced).toBe(label);
});
