import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import CreateUserView from "./create-view";

const showForm = (authMode: "basic" | "oidc", capabilities = ["users-without-password"]) =>
  show(<CreateUserView />, {
    at: "/users/new",
    authMode,
    answers: (api) => {
      api.answer(contract.settings.version, () => ({ version: "0.0.0", capabilities }));
      api.answer(contract.dictionaries.roles, () => ({
        list: [{ id: "7", name: "Sales", isDefault: true }],
        totalCount: 1,
      }));
      api.answer(contract.users.create, () => "u1");
    },
  });
const sent = (calls: readonly { path: string; body: unknown }[]) =>
  calls.filter(({ path }) => path === "/users/create").map(({ body }) => body);
const field = (name: RegExp) => page.getByRole("textbox", { name });
const create = page.getByRole("button", { name: "Create user" });

test("[US-01] with a provider, a user is created with name, e-mail and roles, without a password", async () => {
  await page.viewport(390, 800);
  const { api } = await showForm("oidc");
  await expect.element(field(/^Username/)).toBeVisible();
  expect(page.getByText("Password", { exact: true }).elements()).toHaveLength(0);
  await expectAccessible("the form without a password");
  await field(/^Username/).fill("ada");
  await field(/^E-mail/).fill("ada@example.com");
  await create.click();
  await expect
    .poll(() => sent(api.calls))
    .toEqual([{ userName: "ada", email: "ada@example.com", roleIds: ["7"], isProceed: false }]);
});

test("[US-01] with a provider and without the capability, the form refers to invitations", async () => {
  await showForm("oidc", []);
  await expect.element(page.getByText(/Please invite new users/)).toBeVisible();
});

test("[US-01] with password sign-in, the form requires a password", async () => {
  const { api } = await showForm("basic");
  await field(/^Username/).fill("ada");
  await create.click();
  await expect.element(page.getByLabelText(/^Password/)).toHaveAttribute("aria-invalid", "true");
  expect(sent(api.calls)).toEqual([]);
});
