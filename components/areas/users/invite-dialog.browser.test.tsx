import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import { capabilities } from "@/lib/contract/endpoint";
import { type FakeApi, listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import InviteDialog from "./invite-dialog";

const roles = [
  { id: "r1", name: "Standard", isDefault: true },
  { id: "r2", name: "Extra", isDefault: false },
];
const link = "https://hub.example/invitation/abc";

async function showDialog({ isMailed, answers }: { isMailed: boolean; answers?: (api: FakeApi) => void }) {
  const onClose = vi.fn();
  const shown = await show(<InviteDialog onClose={onClose} focusAfterwards={() => null} />, {
    answers(api) {
      const offered = capabilities.filter((name) => !isMailed || name !== "invitation-links");
      api.answer(contract.settings.version, () => ({ version: "0.0.0", capabilities: offered }));
      api.answer(contract.dictionaries.roles, (call) => listOf(roles, call));
      api.answer(contract.invitations.invite, () => "i1");
      api.answer(contract.invitations.link, () => link);
      answers?.(api);
    },
  });
  return { ...shown, onClose, email: page.getByRole("textbox", { name: "E-mail" }) };
}

test("[US-02] the field works before the roles are loaded, and default roles are selected", async () => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  const { api, email, onClose } = await showDialog({
    isMailed: true,
    answers: (fake) =>
      fake.answer(contract.dictionaries.roles, async (call) => {
        await coming;
        return listOf(roles, call);
      }),
  });
  await expect.element(email).toHaveFocus();
  await userEvent.keyboard("grace@example.com");
  await expect.element(email).toHaveValue("grace@example.com");
  await userEvent.keyboard("{Enter}");
  expect(api.last(contract.invitations.invite)).toBeUndefined();
  come();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(api.last(contract.invitations.invite)?.body).toMatchObject({
    email: "grace@example.com",
    roleIds: ["r1"],
  });
});

test("[US-02] [TL-05] Escape after a choice closes the list, and then the dialog", async () => {
  const { onClose } = await showDialog({ isMailed: true });
  const picker = page.getByRole("combobox", { name: "Roles" });
  await picker.click();
  await page.getByRole("option", { name: "Extra" }).click();
  await expect.element(page.getByRole("button", { name: "Remove Extra" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalled();
});

test("[US-02] without a mail server the dialog says so, and offers the link to forward", async () => {
  const { email, onClose } = await showDialog({ isMailed: false });
  const dialog = page.getByRole("dialog", { name: "Invite a user" });
  await expect.element(dialog).toHaveTextContent("No mail server is set up, so no e-mail is sent.");
  await email.fill("grace@example.com");
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  const made = page.getByRole("dialog", { name: "Link for grace@example.com" });
  await expect.element(made.getByRole("textbox")).toHaveValue(link);
  await expect.element(made.getByRole("button", { name: "Copy link" })).toHaveFocus();
  await expectAccessible("the link of an invitation", "[role=dialog]");
  await made.getByRole("button", { name: "Close" }).last().click();
  expect(onClose).toHaveBeenCalled();
});
