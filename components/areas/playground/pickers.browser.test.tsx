import { useState } from "react";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AsyncPicker } from "@/components/resource/fields/picker/async-picker";
import type { PickerSource } from "@/components/resource/fields/picker/source";
import type { PickerValue } from "@/components/resource/fields/picker/use-picker";
import { Field } from "@/components/ui/field";
import { contract } from "@/lib/contract";
import { blur, focus, painted, press } from "@/tests/component/actions";
import type { FakeApi } from "@/tests/component/fake-api";
import { listOf } from "@/tests/component/fake-api";
import { FieldGallery } from "@/tests/component/field-gallery";
import { show } from "@/tests/component/show";
import { gate } from "@/tests/support/gate";

const options = page.getByRole("option");

/** Opens the gallery with roles of these names and the ids `id-` and the name. */
async function openWithRoles(...names: string[]) {
  const opened = await FieldGallery.open();
  const roles = names.map(roleOf);
  opened.api.answer(contract.dictionaries.roles, (call) => listOf(roles, call));
  return {
    ...opened,
    roles,
    one: opened.gallery.combobox("Role"),
    several: opened.gallery.combobox("Roles"),
  };
}

function roleOf(name: string) {
  return { id: `id-${name}`, name, isDefault: false };
}

/** Requested phrases; null without one. */
function phrases(api: FakeApi): (string | null)[] {
  return api.calls
    .filter(({ path }) => path === contract.dictionaries.roles.path)
    .map(({ query }) => query.get("Phrase"));
}

let exchangeSource = () => {};

function ExchangedSource({ first, second }: Record<"first" | "second", PickerSource>) {
  const [source, setSource] = useState(() => first);
  const [value, setValue] = useState<PickerValue>([]);
  exchangeSource = () => setSource(() => second);
  return (
    <Field label="Colour">
      <AsyncPicker source={source} value={value} onChange={setValue} />
    </Field>
  );
}

const numbered = Array.from({ length: 11 }, (_, index) => `Role ${index}`);

describe("picker dropdown", () => {
  test("[TL-05] opens on focus, lists at most ten, shows '...' for more, and closes on blur", async () => {
    const { gallery, api, one } = await openWithRoles(...numbered);
    focus(one);
    await expect.poll(() => options.elements()).toHaveLength(10);
    await expect.element(page.getByText("...", { exact: true })).toBeVisible();
    expect(Object.fromEntries(api.last(contract.dictionaries.roles)?.query ?? [])).toEqual({
      Page: "1",
      PageLimit: "10",
      autoComplete: "true",
    });
    focus(gallery.box("Text"));
    await expect.element(options).not.toBeInTheDocument();
  });

  test("[TL-05] typing loads matches, and selects a unique match", async () => {
    const { gallery, api, one } = await openWithRoles("Unique role", "Other");
    focus(one);
    await expect.element(options.first()).toBeVisible();
    // Debouncing of single keys is tested with fake timers in loader.test.ts: here it would depend on the machine's speed.
    await one.fill("Unique ro");
    await gallery.expectValue("role", "id-Unique role");
    expect(phrases(api)).toEqual([null, "Unique ro"]);
    blur(one);
    await expect.element(one).toHaveValue("Unique role");
  });

  test("[TL-05] text without an option marks the field and cannot be saved", async () => {
    const { gallery, one } = await openWithRoles("Administrator");
    await gallery.box("Text").fill("x");
    await one.fill("no such role at all");
    await expect.element(page.getByRole("paragraph").filter({ hasText: "No results" })).toBeVisible();
    await expect.element(one).not.toHaveAttribute("aria-invalid", "true");
    blur(one);
    await expect.element(one).toHaveAttribute("aria-invalid", "true");
    await expect.element(one).toHaveAccessibleDescription("Please choose an option from the list.");
    await gallery.check();
    await expect.element(gallery.valid).not.toBeInTheDocument();
    await one.fill("");
    await gallery.check();
    await gallery.expectValid();
  });

  test("[TL-05] with free text, the text is the value, and options can be chosen", async () => {
    const { gallery } = await openWithRoles("Administrator", "Administrators of sites");
    const box = gallery.combobox("Role or free text");
    await box.fill("somebody else");
    blur(box);
    await gallery.expectValue("freeText", "somebody else");
    await expect.element(box).not.toHaveAttribute("aria-invalid", "true");
    await box.fill("Administrator");
    await options.first().click();
    await gallery.expectValue("freeText", "Administrator");
    await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
  });

  test("[TL-05] shows up to three choices, then +N; keys add and remove", async () => {
    const { gallery, several } = await openWithRoles("Role a", "Role b", "Role c", "Role d");
    const choosable = (name: string) => page.getByRole("option", { name });
    for (const name of ["Role a", "Role b", "Role c", "Role d"]) {
      await several.fill(name);
      await expect.element(choosable(name)).toBeVisible();
      await press("Enter");
      await expect.element(several).toHaveValue("");
    }
    const chosen = gallery.form.getByText(/^Role [a-d]$/);
    await expect.poll(() => chosen.elements()).toHaveLength(4);
    await press("Backspace");
    await expect.poll(() => chosen.elements()).toHaveLength(3);
    await several.fill("Role d");
    await expect.element(choosable("Role d")).toBeVisible();
    await press("Tab");
    await expect.element(gallery.form.getByText("+1", { exact: true })).toBeVisible();
    expect(chosen.elements()).toHaveLength(3);
  });

  test("[TL-05] further choices use the same keys, and the list reopens after the chosen options", async () => {
    const { gallery, several } = await openWithRoles("Alpha", "Beta", "Gamma", "Delta");
    focus(several);
    await expect.poll(() => options.elements()).toHaveLength(4);
    const ids = ["id-Alpha", "id-Beta", "id-Gamma"];
    for (const at of ids.keys()) {
      await press("ArrowDown", "Enter");
      await gallery.expectValue("roles", ids.slice(0, at + 1));
      await expect.element(options).not.toBeInTheDocument();
    }
  });

  test("[TL-05] a failed load clears the list with a message, and typing retries", async () => {
    const { api, one, roles } = await openWithRoles("Administrator", "Admiral");
    focus(one);
    await expect.element(options.first()).toBeVisible();
    api.answer(contract.dictionaries.roles, () => Promise.reject(new TypeError("Failed to fetch")));
    await userEvent.keyboard("adm");
    await expect
      .element(page.getByText("The options could not be loaded. Type again to retry."))
      .toBeVisible();
    await expect.element(options).not.toBeInTheDocument();
    api.answer(contract.dictionaries.roles, (call) => listOf(roles, call));
    await userEvent.keyboard("i");
    await expect.poll(() => options.elements()).toHaveLength(2);
  });

  test("[TL-05] a late response is ignored", async () => {
    const { api, one } = await openWithRoles();
    const held = gate();
    api.answer(contract.dictionaries.roles, async ({ query }) => {
      const name = query.get("Phrase") === "slow" ? "Late" : "Current";
      if (name === "Late") await held.passed;
      return { list: [roleOf(name), roleOf(`${name} 2`)], totalCount: 2 };
    });
    await one.fill("slow");
    await expect.poll(() => phrases(api)).toContain("slow");
    await one.fill("quick");
    await expect.element(options.first()).toHaveTextContent(/^Current$/);
    held.open();
    await painted();
    expect(options.elements().map(({ textContent }) => textContent)).toEqual(["Current", "Current 2"]);
  });

  test("[TL-05] changing the source during a search repeats it with the new one", async () => {
    const asked: string[] = [];
    await show(
      <ExchangedSource
        first={(phrase) => {
          asked.push(phrase);
          return new Promise(() => {});
        }}
        second={async (phrase) => ({ options: [{ id: phrase, text: `${phrase}d` }], total: 1 })}
      />,
    );
    await page.getByRole("combobox").fill("re");
    await expect.poll(() => asked).toContain("re");
    exchangeSource();
    await expect.element(page.getByRole("option", { name: "red" })).toBeVisible();
  });

  test("[TL-05] Enter before the response takes the match when it arrives, and does not submit", async () => {
    const { gallery, api, one, several, roles } = await openWithRoles("Quick");
    const response = gate();
    api.answer(contract.dictionaries.roles, async (call) => {
      await response.passed;
      return listOf(roles, call);
    });
    for (const box of [one, several]) {
      await box.fill("Quick");
      await press("Enter");
    }
    // Not submitted: an empty required field would be marked.
    await expect.element(gallery.box("Text")).not.toHaveAttribute("aria-invalid", "true");
    await one.fill("nobody has this role");
    await press("Enter");
    response.open();
    await expect.element(one).toHaveAccessibleDescription("Please choose an option from the list.");
    // The confirmed text became an entry without waiting.
    await gallery.expectValue("roles", ["id-Quick"]);
    await expect.element(several).toHaveValue("");
    await several.fill("Quick");
    await press("Enter");
    // It is chosen already, and typing it in full does not remove it.
    await expect.element(several).toHaveValue("");
    await gallery.expectValue("roles", ["id-Quick"]);
    await one.fill("Quick");
    await press("Enter");
    await gallery.expectValue("role", "id-Quick");
  });

  test("[TL-05] Escape closes only the list and keeps the text", async () => {
    const { one } = await openWithRoles("Administrator", "Admiral");
    await one.fill("adm");
    await expect.element(options.first()).toBeVisible();
    await press("Escape");
    await expect.element(options).not.toBeInTheDocument();
    await expect.element(one).toHaveValue("adm");
    await expect.element(one).toHaveFocus();
  });
});

test("[TL-06] single choice uses radio buttons, also by keyboard; cancelling chooses nothing", async () => {
  await openWithRoles("radio a", "radio b", "other");
  const opener = page.getByRole("button", { name: "Choose one role" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Choose one role" });
  const radios = dialog.getByRole("grid", { name: "Roles" }).getByRole("radio");
  await expect.element(dialog.getByRole("searchbox")).toHaveFocus();
  await userEvent.keyboard("radio");
  await expect.poll(() => radios.elements()).toHaveLength(2);
  await press("Tab", "Tab");
  await expect.element(radios.first()).toHaveFocus();
  await press("ArrowDown", " ");
  await expect.element(radios.nth(1)).toBeChecked();
  await press("ArrowUp", "Enter");
  await expect.element(radios.first()).toBeChecked();
  const chosen = dialog.getByRole("list", { name: "Chosen" }).getByRole("listitem");
  expect(chosen.elements()).toHaveLength(1);
  await expect.element(chosen).toHaveTextContent(/^radio a$/);
  await dialog.getByRole("button", { name: "Choose" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  const shown = page.getByRole("status").filter({ hasText: "radio a" });
  await expect.element(shown).toBeVisible();

  await opener.click();
  await radios.nth(1).click();
  await press("Escape");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(shown).toBeVisible();
});
