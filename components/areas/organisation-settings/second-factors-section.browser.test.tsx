import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { EditScopeProvider } from "@/components/resource/form/edit-scope";
import { contract } from "@/lib/contract";
import type { OrganisationSettings } from "@/lib/contract/organisation-settings";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import SecondFactorsSection from "./second-factors-section";

const { secondFactors, saveSecondFactors } = contract["organisation-settings"];
const settings = {
  ...{ companyName: "Acme", avatar: null, version: 3, updatedOn: null, updatedBy: null },
  ...{ secondFactorPolicy: "administrators", secondFactorFrom: "2026-10-31T23:00:00.000Z" },
} as OrganisationSettings;

const state = (isOwnSetUp: boolean) => ({
  everybody: { people: 40, withFactor: 12 },
  administrators: { people: 5, withFactor: 4 },
  isOwnSetUp,
});

const shown = (stored: OrganisationSettings, isOwnSetUp: boolean) =>
  show(
    <EditScopeProvider>
      <h1>Acme</h1>
      <SecondFactorsSection settings={stored} />
    </EditScopeProvider>,
    {
      settings: { timezone: "Europe/Berlin" },
      answers: (api) => {
        api.answer(secondFactors, () => state(isOwnSetUp));
        api.answer(saveSecondFactors, ({ body }) => ({ ...stored, ...(body as object) }) as never);
      },
    },
  );

test("[AU-11] the policy is shown with the number of affected people, and saved with its version", async () => {
  const { api } = await shown(settings, true);
  await expect.element(page.getByText("Required for people who may administer")).toBeVisible();
  await expect.element(page.getByText("1 of 5 people has no second factor yet.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Show these people" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Edit" }).click();
  await expectAccessible("the policy of second factors");
  await page.getByRole("combobox", { name: "Second factor" }).selectOptions("everybody");
  await expect.element(page.getByText("28 of 40 people have no second factor yet.")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => api.calls.find(({ method }) => method === "PUT")?.body)
    .toEqual({ secondFactorPolicy: "everybody", secondFactorFrom: settings.secondFactorFrom, version: 3 });
});

test("[AU-11] an administrator without a second factor has to set one up first", async () => {
  const { tabs } = await shown(
    { ...settings, secondFactorPolicy: "optional", secondFactorFrom: null },
    false,
  );
  await expect.element(page.getByText("Set up your own second factor first")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Edit" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("link", { name: "Open My account" }).click();
  const opened = tabs.getState().tabs.find(({ path }) => path === "/my-account");
  expect(opened?.query).toEqual({ tab: "security" });
});

test("[AU-11] a link shows the people without a second factor, if the list can be filtered by exactly them", async () => {
  const { tabs } = await shown({ ...settings, secondFactorPolicy: "everybody" }, true);
  await page.getByRole("link", { name: "Show these people" }).click();
  const opened = tabs.getState().tabs.find(({ path }) => path === "/users");
  expect(opened?.query).toEqual({ filters: "secondFactor:oneOf:none;isActive:is:yes" });
});
