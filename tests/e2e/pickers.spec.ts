import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { FieldGallery } from "./pages/field-gallery";

test("[TL-05] opens on focus with ten options; typing loads matches, and selects a unique one", {
  tag: "@main",
}, async ({ signedInPage: page, product, api }) => {
  const prefix = uniqueName("limit");
  for (let index = 0; index < 11; index += 1)
    await api.call(contract.roles.create, { body: { roleName: `${prefix} ${index}` } });
  const roleName = `${uniqueName("unique")} role`;
  const id = await api.call(contract.roles.create, { body: { roleName } });
  const gallery = await FieldGallery.open(page, product);
  const asked = page.waitForRequest((request) => request.url().includes("/api/dictionaries/roles"));
  const box = gallery.form.getByRole("combobox", { name: "Role", exact: true });
  await box.focus();
  const query = new URL((await asked).url()).searchParams;
  expect(Object.fromEntries(query)).toEqual({ Page: "1", PageLimit: "10", autoComplete: "true" });
  await expect(page.getByRole("option")).toHaveCount(10);
  await expect(page.getByText("...", { exact: true })).toBeVisible();
  await box.fill(roleName.slice(0, -2));
  await gallery.expectValue("role", id);
  await box.blur();
  await expect(box).toHaveValue(roleName);
  await expect(page.getByRole("option")).toHaveCount(0);
});
