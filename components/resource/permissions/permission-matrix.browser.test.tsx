import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { allPermissions } from "@/lib/contract";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import { PermissionMatrix } from "./permission-matrix";
import { type Granted, treeOf } from "./tree";

const nodes = treeOf([
  ...allPermissions,
  "CarView",
  "CarView_WheelSection",
  "CarView_WheelSection_TurnAction",
]);
const stored: Granted = new Set(["UserView", "UserView_EditAction"]);

let granted: Granted = stored;

function Editor({ canGrant = () => true }: { canGrant?: (id: string) => boolean }) {
  const [edited, setEdited] = useState(stored);
  granted = edited;
  return (
    <>
      <h1>Sales</h1>
      <PermissionMatrix
        label="Permissions"
        nodes={nodes}
        granted={edited}
        edit={{ stored, canGrant, onChange: setEdited }}
      />
    </>
  );
}

const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
const focused = () => document.activeElement?.getAttribute("aria-label");

test("[PM-03] arrow keys move between cells, with one tab stop, and Space ticks", async () => {
  await show(<Editor />);
  await expect.element(box("Users: See")).toBeChecked();
  const grid = page.getByRole("grid", { name: "Permissions" }).element();
  expect(grid.querySelectorAll("[tabindex='0']")).toHaveLength(1);
  (box("Users: See").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(focused()).toBe("Users: Add");
  await userEvent.keyboard(" ");
  await expect.element(box("Users: Add")).toBeChecked();
  await expect.element(box("Users: Add")).toHaveAttribute("aria-description", "Changed");
  await userEvent.keyboard("{End}");
  expect(focused()).toBe("Users: Generate API key");
  await userEvent.keyboard("{ArrowLeft}{Home}{ArrowRight}{ArrowDown}");
  expect(focused()).toBe("Users › Roles of the user: See");
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  expect(focused()).toBe("See: all");
  expect(grid.querySelectorAll("[tabindex='0']")).toHaveLength(1);
});

test("[PM-03] heads tick whole columns and areas, and show whether all are ticked", async () => {
  await show(<Editor />);
  const view = box("Users: all");
  await expect.element(view).toBePartiallyChecked();
  await view.click();
  await expect.element(view).toBeChecked();
  await expect.element(box("Users › Preferences of the user: See")).toBeChecked();
  await view.click();
  expect(granted).toEqual(new Set());
  await box("History: all").click();
  await expect.element(box("History: all")).toBeChecked();
  // Each with the view that it needs.
  await expect.element(box("Roles: See")).toBeChecked();
  await expect.element(box("Roles: all")).toBePartiallyChecked();
  await expect.element(box("Roles: Edit")).not.toBeChecked();
});

test("[PM-03] permissions of extensions are in the last column, and are ticked with their parents", async () => {
  await show(<Editor />);
  await box("Car › Wheel: Turn").click();
  expect([...granted]).toEqual(
    expect.arrayContaining(["CarView", "CarView_WheelSection", "CarView_WheelSection_TurnAction"]),
  );
  await box("Car: See").click();
  expect(granted).toEqual(stored);
});

test("[PM-03] a permission that the user lacks cannot be ticked, and says why", async () => {
  await show(<Editor canGrant={(id) => id.startsWith("User")} />);
  const lacking = box("Roles: See");
  await expect.element(lacking).toHaveAttribute("aria-disabled", "true");
  await expect.element(lacking).toHaveAccessibleDescription(/do not have yourself/);
  (lacking.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  expect(granted).toEqual(stored);
  await box("See: all").click();
  expect([...granted].every((id) => id.startsWith("User"))).toBe(true);
});

test("[PM-03] the search finds rows by label and by technical name", async () => {
  await show(<Editor />);
  const search = page.getByRole("searchbox", { name: "Search permissions" });
  const rows = () =>
    page
      .getByRole("rowheader")
      .elements()
      .map((row) => row.textContent);
  await search.fill("UserView_CreateApiKey");
  await expect.poll(rows).toEqual(["Users"]);
  await search.fill("users of the role");
  await expect.poll(rows).toEqual(["Roles", "Users of the role"]);
  await search.fill("nothing like that");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect.poll(() => rows().length).toBeGreaterThan(20);
});

test("[PM-03] [SH-09] all permissions fit on one screen, and scroll beside their names on a phone", async () => {
  await page.viewport(1440, 900);
  await show(<Editor />);
  await expect.element(box("Users: See")).toBeVisible();
  await expectAccessible("permissions being edited");
  const grid = page.getByRole("grid").element();
  const around = grid.parentElement as HTMLElement;
  // Two rows more than the product has.
  expect(grid.clientHeight).toBeLessThanOrEqual(24 * 28);
  await page.viewport(390, 844);
  await expectAccessible("permissions on a phone");
  around.scrollLeft = 200;
  const head = page.getByRole("rowheader", { name: "Reports", exact: true }).element();
  expect(head.getBoundingClientRect().left).toBeLessThanOrEqual(around.getBoundingClientRect().left + 1);
});

test("[PM-05] without editing, each cell says its state or its note on keyboard focus", async () => {
  await show(
    <PermissionMatrix
      label="Effective permissions"
      nodes={nodes}
      granted={stored}
      noteOf={(id) => (id === "UserView_EditAction" ? { text: "From Sales" } : undefined)}
    />,
  );
  await expect.element(page.getByRole("grid")).toHaveAttribute("aria-readonly", "true");
  expect(page.getByRole("checkbox").elements()).toEqual([]);
  const cell = page.getByRole("gridcell", { name: "Users: Edit: From Sales" });
  await expect.element(page.getByRole("gridcell", { name: "Users: Add: Not granted" })).toBeVisible();
  await page.getByRole("searchbox").click();
  await userEvent.keyboard("{Tab}{ArrowRight}{ArrowRight}{ArrowRight}");
  await expect.element(cell).toHaveFocus();
  await expect.element(cell).toHaveAttribute("tabindex", "0");
});
