import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import { show } from "@/tests/component/show";
import CommandPalette from "./command-palette";

const hit = { id: "7", name: "Vertrieb Nord", hint: "", address: "/roles/7" };

async function search() {
  let answer = () => {};
  const shown = await show(<CommandPalette onClose={() => undefined} />, {
    answers(api) {
      api.answer(
        contract.search.everywhere,
        () =>
          new Promise((resolve) => {
            answer = () => resolve([{ collection: "roles", list: [hit], totalCount: 1, isMore: false }]);
          }),
      );
    },
  });
  await userEvent.type(page.getByRole("combobox"), "vertrieb");
  const everywhere = page.getByRole("option", { name: /everywhere/ });
  await expect.element(everywhere).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => shown.api.calls.filter(({ path }) => path.startsWith("/search"))).toHaveLength(1);
  return {
    ...shown,
    answer: () => answer(),
    everywhere,
    record: page.getByRole("option", { name: hit.name }),
  };
}

const paths = ({ tabs }: Awaited<ReturnType<typeof search>>) => tabs.getState().tabs.map(({ path }) => path);

test("[SH-10] Enter opens a found record instead of the full search", async () => {
  const found = await search();
  found.answer();
  await expect.element(found.record).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  expect(paths(found)).toContain("/roles/7");
});

test("[SH-10] a selected full search stays selected when records arrive", async () => {
  const found = await search();
  await userEvent.keyboard("{ArrowDown}");
  found.answer();
  await expect.element(found.record).toBeVisible();
  await expect.element(found.everywhere).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  expect(paths(found)).toContain("/search");
});
