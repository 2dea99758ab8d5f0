import { contract } from "@/lib/contract";
import { gate } from "../support/gate";
import { expect, test, uniqueName } from "./fixtures/test";
import { FieldGallery } from "./pages/field-gallery";

test.describe("picker dropdown", () => {
  test("[TL-05] opens on focus, loads ten at most, says '...' when there are more, and closes on blur", async ({
    signedInPage: page,
    product,
    api,
  }) => {
    const prefix = uniqueName("limit");
    for (let index = 0; index < 11; index += 1)
      await api.call(contract.roles.create, { body: { roleName: `${prefix} ${index}` } });
    const gallery = await FieldGallery.open(page, product);
    const asked = page.waitForRequest((request) => request.url().includes("/api/dictionaries/roles"));
    const box = gallery.form.getByRole("combobox", { name: "Role", exact: true });
    await box.focus();
    const query = new URL((await asked).url()).searchParams;
    expect(Object.fromEntries(query)).toEqual({ Page: "1", PageLimit: "10", autoComplete: "true" });
    const options = page.getByRole("option");
    await expect(options).toHaveCount(10);
    await expect(page.getByText("...", { exact: true })).toBeVisible();
    await gallery.box("Text").focus();
    await expect(options).toHaveCount(0);
  });

  test("[TL-05] typing loads what matches, and a unique match is chosen by itself", async ({
    signedInPage: page,
    product,
    api,
  }) => {
    const roleName = `${uniqueName("unique")} role`;
    const id = await api.call(contract.roles.create, { body: { roleName } });
    const gallery = await FieldGallery.open(page, product);
    const box = gallery.form.getByRole("combobox", { name: "Role", exact: true });
    await box.focus();
    await expect(page.getByRole("option").first()).toBeVisible();
    const phrases: (string | null)[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/dictionaries/roles")) phrases.push(searchParams.get("Phrase"));
    });
    // Key after key is tried with a clock of its own in loader.test.ts: here a slow machine would decide.
    await box.fill(roleName.slice(0, -2));
    await gallery.expectValue("role", id);
    expect(phrases).toEqual([roleName.slice(0, -2)]);
    await box.blur();
    await expect(box).toHaveValue(roleName);
  });

  test("[TL-05] a text that is no option marks the field and cannot be saved", async ({
    signedInPage: page,
    product,
  }) => {
    const gallery = await FieldGallery.open(page, product);
    const box = gallery.form.getByRole("combobox", { name: "Role", exact: true });
    await gallery.box("Text").fill("x");
    await box.fill("no such role at all");
    await expect(page.getByRole("paragraph").filter({ hasText: "No results" })).toBeVisible();
    await expect(box).not.toHaveAttribute("aria-invalid", "true");
    await box.blur();
    await expect(box).toHaveAttribute("aria-invalid", "true");
    await expect(box).toHaveAccessibleDescription("Please choose an entry of the list.");
    await gallery.check();
    await expect(page.getByText("All values are valid.")).toBeHidden();
    await box.fill("");
    await gallery.check();
    await expect(page.getByText("All values are valid.")).toBeVisible();
  });

  test("[TL-05] with free text, what is typed stands for itself, and options can be chosen", async ({
    signedInPage: page,
    product,
  }) => {
    const gallery = await FieldGallery.open(page, product);
    const box = gallery.form.getByRole("combobox", { name: "Role or free text" });
    await box.fill("somebody else");
    await box.blur();
    await gallery.expectValue("freeText", "somebody else");
    await expect(box).not.toHaveAttribute("aria-invalid", "true");
    await box.fill("Administrator");
    await page.getByRole("option", { name: "Administrator" }).first().click();
    await gallery.expectValue("freeText", "Administrator");
    await expect(page.getByRole("listbox")).toBeHidden();
  });

  test("[TL-05] several are shown up to three, then +N; keys choose and remove", async ({
    signedInPage: page,
    product,
    api,
  }) => {
    const prefix = uniqueName("several");
    for (const name of ["a", "b", "c", "d"])
      await api.call(contract.roles.create, { body: { roleName: `${prefix} ${name}` } });
    const gallery = await FieldGallery.open(page, product);
    const box = gallery.form.getByRole("combobox", { name: "Roles", exact: true });
    for (const name of ["a", "b", "c", "d"]) {
      await box.fill(`${prefix} ${name}`);
      await expect(page.getByRole("option", { name: `${prefix} ${name}` })).toBeVisible();
      await box.press("Enter");
      await expect(box).toHaveValue("");
    }
    const chosen = gallery.form.getByText(new RegExp(`^${prefix} [a-d]$`));
    await expect(chosen).toHaveCount(4);
    await box.press("Backspace");
    await expect(chosen).toHaveCount(3);
    await box.fill(`${prefix} d`);
    await expect(page.getByRole("option", { name: `${prefix} d` })).toBeVisible();
    await box.press("Tab");
    await expect(chosen).toHaveCount(3);
    await expect(gallery.form.getByText("+1", { exact: true })).toBeVisible();
  });

  test("[TL-05] one more is chosen by the same keys each time: the list opens again behind those that are chosen", async ({
    signedInPage: page,
    product,
  }) => {
    const roles = ["Alpha", "Beta", "Gamma", "Delta"].map((name) => ({ id: `id-${name}`, name }));
    await page.route("**/api/dictionaries/roles*", (route) =>
      route.fulfill({ json: { list: roles, totalCount: roles.length } }),
    );
    const gallery = await FieldGallery.open(page, product);
    const box = gallery.form.getByRole("combobox", { name: "Roles", exact: true });
    await box.focus();
    await expect(page.getByRole("option")).toHaveCount(4);
    const ids = ["id-Alpha", "id-Beta", "id-Gamma"];
    for (const at of ids.keys()) {
      await box.press("ArrowDown");
      await box.press("Enter");
      await gallery.expectValue("roles", ids.slice(0, at + 1));
      await expect(page.getByRole("option")).toHaveCount(0);
    }
  });

  test("[TL-05] a failed load clears the list and says so; typing on tries again", async ({
    signedInPage: page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource/);
    const gallery = await FieldGallery.open(page, product);
    const box = gallery.form.getByRole("combobox", { name: "Role", exact: true });
    await box.focus();
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.route("**/api/dictionaries/roles?*", (route) => route.abort("failed"));
    await box.pressSequentially("adm");
    await expect(page.getByText("The options could not be loaded. Type again to retry.")).toBeVisible();
    await expect(page.getByRole("option")).toHaveCount(0);
    await page.unroute("**/api/dictionaries/roles?*");
    await box.pressSequentially("in");
    await expect(page.getByRole("option").first()).toBeVisible();
  });

  test("[TL-05] an answer that comes too late is ignored", async ({ signedInPage: page, product }) => {
    const gallery = await FieldGallery.open(page, product);
    const box = gallery.form.getByRole("combobox", { name: "Role", exact: true });
    const held = gate();
    await page.route("**/api/dictionaries/roles?*", async (route) => {
      const phrase = new URL(route.request().url()).searchParams.get("Phrase");
      const name = phrase === "slow" ? "Late" : "Current";
      if (phrase === "slow") await held.passed;
      await route
        .fulfill({
          json: {
            list: [
              { id: "1", name },
              { id: "2", name: `${name} 2` },
            ],
            totalCount: 2,
          },
        })
        .catch(() => undefined);
    });
    const asked = page.waitForRequest(/Phrase=slow/);
    await box.fill("slow");
    await asked;
    await box.fill("quick");
    await expect(page.getByRole("option", { name: "Current", exact: true })).toBeVisible();
    held.open();
    await expect(page.getByRole("option")).toHaveText(["Current", "Current 2"]);
  });

  test("[TL-05] Enter before the answer takes what it turns out to mean, and does not submit", async ({
    signedInPage: page,
    product,
    api,
  }) => {
    const roleName = uniqueName("quick");
    const id = await api.call(contract.roles.create, { body: { roleName } });
    const gallery = await FieldGallery.open(page, product);
    const answer = gate();
    await page.route("**/api/dictionaries/roles?*", async (route) => {
      await answer.passed;
      await route.continue().catch(() => undefined);
    });
    const one = gallery.form.getByRole("combobox", { name: "Role", exact: true });
    const several = gallery.form.getByRole("combobox", { name: "Roles", exact: true });
    for (const box of [one, several]) {
      await box.fill(roleName);
      await box.press("Enter");
    }
    // Nothing was submitted: an empty required field would be marked.
    await expect(gallery.box("Text")).not.toHaveAttribute("aria-invalid", "true");
    await one.fill("nobody has this role");
    await one.press("Enter");
    answer.open();
    await expect(one).toHaveAccessibleDescription("Please choose an entry of the list.");
    // Nobody waited for what was confirmed among several, either.
    await gallery.expectValue("roles", [id]);
    await expect(several).toHaveValue("");
    await several.fill(roleName);
    await several.press("Enter");
    // It is among them already, and what is typed out takes nothing away.
    await expect(several).toHaveValue("");
    await gallery.expectValue("roles", [id]);
    await one.fill(roleName);
    await one.press("Enter");
    await gallery.expectValue("role", id);
  });

  test("[TL-05] Escape closes the list alone and keeps what was typed", async ({
    signedInPage: page,
    product,
  }) => {
    const gallery = await FieldGallery.open(page, product);
    const box = gallery.form.getByRole("combobox", { name: "Role", exact: true });
    await box.fill("adm");
    await expect(page.getByRole("option").first()).toBeVisible();
    await box.press("Escape");
    await expect(page.getByRole("option")).toHaveCount(0);
    await expect(box).toHaveValue("adm");
    await expect(box).toBeFocused();
  });
});
