import { KeyRound } from "lucide-react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Button } from "@/components/ui/button";
import { Tooltips } from "@/components/ui/tooltips";
import { show } from "@/tests/component/show";
import { EditScopeProvider } from "../form/edit-scope";
import { ActionLabel } from "./action-label";
import { RecordHead } from "./record-head";

const trace = {
  createdOn: "2026-03-01T09:30:00.000Z",
  createdBy: "Administrator",
  updatedOn: "2026-03-02T09:30:00.000Z",
  updatedBy: "Maximiliane Hohenlohe",
};

const showHead = (title: string) =>
  show(
    <EditScopeProvider>
      <Tooltips />
      <RecordHead
        {...{ title, trace, area: "users" }}
        icon={<KeyRound />}
        actions={["Generate API key", "View as", "Set password"].map((name) => (
          <Button key={name} variant="ghost" icon={<KeyRound />}>
            <ActionLabel>{name}</ActionLabel>
          </Button>
        ))}
        onHistory={() => undefined}
        onDelete={() => undefined}
      />
    </EditScopeProvider>,
    { at: "/users/1" },
  );

const button = page.getByRole("button", { name: "Generate API key" });

test("[SH-08] [SH-09] on a small laptop many actions fit one row as icons with tooltips", async () => {
  await page.viewport(1440, 900);
  await showHead("Ava Campbell");
  const tops = () => {
    const toolbar = page.getByRole("toolbar").element();
    const shown = [...toolbar.children].filter((action) => action.checkVisibility());
    return new Set(shown.map((action) => Math.round(action.getBoundingClientRect().top)));
  };
  const height = () => document.querySelector("header")?.getBoundingClientRect().height;
  expect(button.element().getBoundingClientRect().width).toBeGreaterThan(100);
  for (const width of [1440, 1024, 844, 700]) {
    await page.viewport(width, 700);
    expect(tops().size, String(width)).toBe(1);
    expect(height(), String(width)).toBeLessThan(90);
  }
  await page.viewport(1024, 700);
  expect(button.element().getBoundingClientRect().width).toBe(32);
  await button.hover();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Generate API key");
});

test("[SH-09] on a phone a long name is shown in full", async () => {
  await page.viewport(390, 844);
  const name = "Maximiliane Alexandra von und zu Hohenlohe-Langenburg";
  await showHead(name);
  const title = page.getByText(name).element();
  expect(title.scrollHeight).toBeLessThanOrEqual(title.clientHeight);
  expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
});

test("[SH-09] on a phone the way to the list is beside a menu that names the other actions", async () => {
  await page.viewport(390, 844);
  await showHead("Ava Campbell");
  const toolbar = page.getByRole("toolbar");
  await expect.element(toolbar.getByRole("link", { name: "Go to list" })).toBeVisible();
  for (const name of ["History", "Delete"])
    await expect.element(toolbar.getByRole("button", { name })).not.toBeInTheDocument();
  await toolbar.getByRole("button", { name: "More actions" }).click();
  const items = page.getByRole("menu").getByRole("menuitem");
  await expect
    .poll(() => items.elements().map(({ textContent }) => textContent))
    .toEqual(["History", "Refresh", "Delete"]);
});
