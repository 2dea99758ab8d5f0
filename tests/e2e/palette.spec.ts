import { expect, test, uniqueName } from "./fixtures/test";
import { expectAccessible } from "./pages/sound";
import { WorkspacePage } from "./pages/workspace-page";

test("[SH-10] the palette opens tabs, views, records and actions by a few letters", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const lastName = uniqueName("Palette");
  const { userId } = await api.createUser({ firstName: "Zoë", lastName });
  const workspace = new WorkspacePage(page);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const box = palette.getByRole("combobox");
  const options = palette.getByRole("option");
  const chosen = palette.getByRole("option", { selected: true });
  /** Presses Enter on the option that screen readers are told. */
  const enter = async () => {
    await expect(box).toHaveAttribute("aria-activedescendant", (await chosen.getAttribute("id")) ?? "none");
    await page.keyboard.press("Enter");
  };
  await page.goto(product.at("/users"));
  await workspace.listens();

  await page.keyboard.press("Control+k");
  await expect(box).toBeFocused();
  await expectAccessible(page, "palette");
  await page.keyboard.press("Control+k");
  await expect(palette).toHaveCount(0);

  // Letters match in order with gaps.
  await page.keyboard.press("Control+k");
  await box.fill("nwrl");
  await expect(chosen).toHaveText(/^New role/);
  await enter();
  await expect(page).toHaveURL(product.at("/roles/new"));
  await expect(workspace.panel.locator(":focus").or(workspace.panel.and(page.locator(":focus")))).toHaveCount(
    1,
  );

  // Finds records of any collection, ignoring accents.
  await page.keyboard.press("Control+k");
  await box.fill(lastName.toLowerCase());
  await expect(options.filter({ hasText: `Zoë ${lastName}` })).toHaveCount(1);
  await options.filter({ hasText: `Zoë ${lastName}` }).click();
  await expect(page).toHaveURL(product.at(`/users/${userId}`));
  await expect(workspace.activeTab).toHaveText(`Zoë ${lastName}`);
  await page.keyboard.press("Control+k");
  await box.fill("users");
  await expect(chosen).toHaveText(/^Users/);
  await enter();
  await expect(page).toHaveURL(product.at("/users"));
  await page.keyboard.press("Control+k");
  await box.fill("zoe");
  await expect(chosen).toHaveText(new RegExp(`^Zoë ${lastName}`));
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);

  // A name wins over the letters of open tabs, and is listed once.
  await page.keyboard.press("Control+k");
  await box.fill(`zoe ${lastName.slice(0, 4)}`);
  await expect(chosen).toHaveText(new RegExp(`^Zoë ${lastName}`));
  await expect(options.filter({ hasText: `Zoë ${lastName}` })).toHaveCount(1);
  await expect(chosen.locator("[data-initials]")).toHaveCount(1);
  await enter();
  await expect(page).toHaveURL(product.at(`/users/${userId}`));
  await page.keyboard.press("Control+k");
  await box.fill("create role");
  await expect(chosen).toHaveText(/^New role/);
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await box.fill("dark");
  await expect(chosen).toHaveText(/Dark/);
  await enter();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await page.keyboard.press("Control+k");
  await box.fill(lastName);
  await options.filter({ hasText: "Search everywhere" }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get("everywhere") === "true");
  await expect(page.getByRole("region", { name: "Users" }).getByRole("link")).toHaveText([`Zoë ${lastName}`]);
});

test("[SH-10] the palette covers a page without layout shift, clicks or restyling", async ({
  signedInPage: page,
  product,
  api,
  browser,
}) => {
  const lastName = uniqueName("Behind");
  const users = Array.from({ length: 60 }, (_, index) =>
    api.createUser({ firstName: `Nr ${index}`, lastName }),
  );
  await Promise.all(users);
  const address = product.at(`/users?phrase=${lastName}&pageLimit=100`);
  await page.goto(address);
  const workspace = new WorkspacePage(page);
  await workspace.listens();
  const rows = workspace.panel.getByRole("row");
  await expect(rows).toHaveCount(61);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const box = palette.getByRole("combobox");
  const search = workspace.panel.getByRole("searchbox").first();
  await search.focus();

  // Its code is loaded on first use.
  await page.keyboard.press("Control+k");
  await expect(box).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();
  const shown = await page.evaluate(
    () => [...document.querySelectorAll("*")].filter((element) => element.checkVisibility()).length,
  );
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await page.keyboard.press("Control+k");
  await expect(box).toBeFocused();
  await expect(palette.getByRole("option", { name: "Sign out" })).toBeVisible();
  expect(maxStyledAtOnce(await browser.stopTracing())).toBeLessThan(shown / 2);

  // The box is the only tab stop.
  for (const key of ["Tab", "Shift+Tab"]) {
    await page.keyboard.press(key);
    await expect(palette.locator(":focus").or(palette.and(page.locator(":focus")))).toHaveCount(1);
  }
  // Next to the palette, over the rows.
  const beside = { x: 300, y: 600 };
  // Not by role: the background is hidden from screen readers.
  await expect(rows).toHaveCount(0);
  const row = page.locator("#content tbody tr").first();
  const place = () => row.evaluate((element) => element.getBoundingClientRect().top);
  const before = await place();
  await page.mouse.move(beside.x, beside.y);
  const wheeled = page.evaluate(
    () =>
      new Promise((resolve) => {
        const painted = () => requestAnimationFrame(() => requestAnimationFrame(resolve));
        window.addEventListener("wheel", painted, { once: true });
      }),
  );
  await page.mouse.wheel(0, 300);
  await wheeled;
  expect(await place()).toBe(before);
  await page.mouse.click(beside.x, beside.y);
  await expect(palette).toHaveCount(0);
  await expect(search).toBeFocused();
  await expect(page).toHaveURL(address);
  await page.mouse.wheel(0, 300);
  await expect.poll(place).toBeLessThan(before);
});

/** Returns the maximum number of elements restyled at once in the browser's trace. */
function maxStyledAtOnce(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const styled = traceEvents.filter(({ name }) => name === "UpdateLayoutTree");
  expect(styled).not.toHaveLength(0);
  return Math.max(...styled.map(({ args }) => args.elementCount ?? 0));
}

test("[SH-10] “?” lists all shortcuts, but is typed in inputs, and can be turned off", async ({
  signedInPage: page,
  product,
}) => {
  await page.goto(product.at("/users"));
  const workspace = new WorkspacePage(page);
  await workspace.listens();
  await page.keyboard.press("?");
  const { dialog } = workspace;
  await expect(dialog).toContainText("Keyboard shortcuts");
  await expect(dialog.getByRole("region", { name: "Tabs" })).toContainText("Reopen the last closed tab");
  await expectAccessible(page, "keys");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  const box = workspace.panel.getByRole("searchbox").first();
  await box.focus();
  await page.keyboard.press("?");
  await expect(box).toHaveValue("?");
  await expect(dialog).toHaveCount(0);
});
