import type { Page } from "@playwright/test";
import { lastMailTo, linkIn, mailsIn } from "@/backend/testing/mail";
import { contract } from "@/lib/contract";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { ResourceTable, readField } from "./pages/resource";

const newAddress = () => `${uniqueName("guest")}@example.test`;

async function openInvite(page: Page) {
  await page.getByRole("button", { name: "Invite user" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a user" });
  const email = dialog.getByRole("textbox", { name: "E-mail" });
  await expect(email).toBeFocused();
  return { dialog, email, send: dialog.getByRole("button", { name: "Create invitation" }) };
}

/** Opens the page of a link and waits for hydration. */
async function openLink(page: Page, link: string) {
  await page.goto(link);
  const accept = page.getByRole("button", { name: "Accept invitation" });
  await expect(accept).toBeEnabled();
  return accept;
}

test("[US-02] an invited user gets default roles, follows the e-mail link and signs in", {
  tag: "@main",
}, async ({ signedInPage: page, product, api, browser, consoleErrors }) => {
  const standard = uniqueName("Standard");
  await api.call(contract.roles.create, { body: { roleName: standard, isDefault: true } });
  const email = newAddress();
  await page.goto(product.at("/users"));
  const invite = await openInvite(page);
  await invite.dialog.getByRole("combobox", { name: "Roles" }).focus();
  await expect(invite.dialog.getByRole("button", { name: `Remove ${standard}` })).toBeVisible();
  await invite.email.focus();
  await invite.send.click();
  await expect(invite.email).toHaveAccessibleDescription("Please fill in this field.");
  await invite.email.fill("nobody");
  await invite.send.click();
  await expect(invite.email).toHaveAccessibleDescription(/such as name@example.com/);
  await invite.email.fill(email);
  await invite.email.press("Enter");
  // Without a mail server nothing is sent: the link is forwarded manually.
  await expect(page.getByText("Invitation created. Pass on the link.")).toBeVisible();
  const made = page.getByRole("dialog", { name: `Link for ${email}` });
  await expect(made.getByRole("textbox")).toHaveValue(/\/invitation\/[\w-]{43}$/);
  await expect(made.getByRole("button", { name: "Copy link" })).toBeFocused();
  await made.getByRole("button", { name: "Close" }).last().click();
  await expect(invite.dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Invite user" })).toBeFocused();

  const link = linkIn(lastMailTo(product.outbox, email));
  expect(link).toMatch(new RegExp(`^${product.url}/invitation/[\\w-]{43}$`));
  const context = await browser.newContext();
  const guest = await context.newPage();
  consoleErrors.watch(guest);
  const accept = await openLink(guest, link);
  await expect(guest.getByText(email)).toBeVisible();
  await expect(guest.getByRole("textbox", { name: "Username" })).toHaveValue(email.split("@")[0] ?? "");
  await accept.click();
  await expect(guest.getByRole("textbox", { name: "First name" })).toBeFocused();
  await guest.getByRole("textbox", { name: "First name" }).fill("Grace");
  await guest.getByRole("textbox", { name: "Last name" }).fill("Hopper");
  await guest.locator("input[name=password]").fill("Correct-horse-7");
  await guest.locator("input[name=passwordRepeat]").fill("Correct-horse-8");
  await accept.click();
  await expect(guest.locator("input[name=passwordRepeat]")).toHaveAccessibleDescription(/do not match/);
  await guest.locator("input[name=passwordRepeat]").fill("Correct-horse-7");
  await accept.click();
  await expect(guest.getByRole("banner").getByRole("button", { name: "User menu" })).toBeVisible();
  await expect(guest).toHaveURL(product.at("/"));
  await context.close();

  const table = new ResourceTable(page, "Users");
  await table.search.fill(email);
  await table.row("Grace Hopper").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Grace Hopper" })).toBeVisible();
  await expect(readField(page, "E-mail")).toHaveText(email);
});

test("[US-02] [PM-01] inviting needs permission; a failure asks to resend; older links say so", async ({
  page,
  product,
  api,
  browser,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/);
  consoleErrors.allow(/status of 410/);
  const email = newAddress();
  await api.call(contract.invitations.invite, { body: { email, roleIds: [] } });
  const first = linkIn(lastMailTo(product.outbox, email));
  await signIn(page, product, await api.createUser({ permissions: ["UserView", "UserView_InviteAction"] }));
  await page.goto(product.at("/users"));
  const invite = await openInvite(page);
  await invite.email.fill(email);
  await invite.send.click();
  const question = page.getByRole("dialog", { name: "Resend invite?" });
  await expect(question).toContainText("has already been invited");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(invite.email).toHaveValue(email);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await invite.send.click();
  await question.getByRole("button", { name: "Resend invite" }).click();
  await expect(page.getByText("Invitation created. Pass on the link.")).toBeVisible();
  expect(mailsIn(product.outbox).filter(({ headers }) => headers.get("to") === email)).toHaveLength(2);

  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(first);
  await expect(guest.getByRole("heading", { name: "There is a newer invitation" })).toBeVisible();
  await openLink(guest, linkIn(lastMailTo(product.outbox, email)));
  await guest.getByRole("textbox", { name: "First name" }).fill("Grace");
  await guest.getByRole("button", { name: "Deutsch" }).click();
  await expect(guest.getByRole("button", { name: "Einladung annehmen" })).toBeVisible();
  await expect(guest.getByRole("textbox", { name: "Vorname" })).toHaveValue("Grace");
  await guest.getByRole("button", { name: "Einladung annehmen" }).click();
  await expect(guest.getByRole("textbox", { name: "Nachname" })).toHaveAccessibleDescription(/aus/);
  await context.close();
});

test("[US-02] open invitations are listed, resent and revoked", { tag: "@main" }, async ({
  signedInPage: page,
  product,
  api,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 410/);
  const email = newAddress();
  const roleName = uniqueName("Guests");
  const roleId = await api.createRole({ roleName });
  await api.call(contract.invitations.invite, { body: { email, roleIds: [roleId] } });
  await page.goto(product.at("/users"));
  await page.getByRole("button", { name: "Invited", exact: true }).click();
  const table = new ResourceTable(page, "Open invitations");
  await table.search.fill(email);
  await expect(table.rows).toHaveCount(1);
  await expect(table.row(email)).toContainText("Invited until");
  await expect(table.row(email)).toContainText(roleName);
  await table.row(email).getByRole("checkbox").check();
  await table.selection.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("Invitation sent again.")).toBeVisible();
  const link = linkIn(lastMailTo(product.outbox, email));
  await page.getByRole("group", { name: "List", exact: true }).getByRole("button", { name: "Users" }).click();
  const users = new ResourceTable(page, "Users");
  await users.row(email).getByRole("button", { name: email }).click();
  const invitation = page.getByRole("dialog", { name: email, exact: true });
  await expect(invitation).toContainText(roleName);
  await invitation.getByRole("button", { name: "Revoke" }).click();
  const question = page.getByRole("dialog", { name: `Revoke the invitation for ${email}?` });
  await expect(question).toContainText("will no longer work");
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(invitation).toBeHidden();
  await expect(users.row(email)).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This invitation was revoked" })).toBeVisible();
});

test("[US-02] used, broken or foreign links are reported, and nobody is signed out", async ({
  page,
  product,
  api,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of (?:404|410)/);
  const email = newAddress();
  await api.call(contract.invitations.invite, { body: { email, roleIds: [] } });
  const link = linkIn(lastMailTo(product.outbox, email));
  const other = await api.createUser({ firstName: "Ada", lastName: "Lovelace" });
  await signIn(page, product, other);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "You are signed in as Ada Lovelace" })).toBeVisible();
  await expect(page.getByText(`This invitation is for ${email}.`)).toBeVisible();
  await page.getByRole("link", { name: "Open Hub" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "User menu" })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Sign out and continue" }).click();
  await expect(page.getByRole("button", { name: "Accept invitation" })).toBeVisible();

  const token = link.split("/").at(-1) ?? "";
  const accepted = await page.request.post(product.at(`/api/invitations/${token}`), {
    headers: { "x-csrf": "1" },
    data: { userName: uniqueName("guest"), firstName: "A", lastName: "B", password: "Correct-horse-7" },
  });
  expect(accepted.status()).toBe(200);
  // Another user redeems the invitation while the form is being filled in.
  await page.getByRole("textbox", { name: "First name" }).fill("Grace");
  await page.getByRole("textbox", { name: "Last name" }).fill("Hopper");
  await page.getByRole("textbox", { name: "Username" }).fill(uniqueName("guest"));
  for (const name of ["password", "passwordRepeat"])
    await page.locator(`input[name=${name}]`).fill("Correct-horse-7");
  consoleErrors.allow(/status of 409/);
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(
    page.getByRole("heading", { name: "This invitation has already been accepted" }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Login with user and password" })).toBeVisible();

  const broken = await page.goto(link.slice(0, -5));
  expect(broken?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This invitation does not exist" })).toBeVisible();
});
