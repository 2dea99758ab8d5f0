import { Secret, TOTP } from "otpauth";
import { lastMailTo, linkIn } from "@/backend/testing/mail";
import { contract } from "@/lib/contract";
import { ApiClient } from "../support/api-client";
import { runFramesFirst } from "./fixtures/frames";
import { makeTenant, test } from "./fixtures/host";
import { expect, uniqueName } from "./fixtures/test";
import { faults } from "./pages/faults";

test("[US-02] [OR-03] a user of another tenant accepts with that account, and keeps one for both", async ({
  host,
  browser,
  consoleErrors,
}) => {
  const { api, product, user } = host;
  const { identifier } = await makeTenant(host);
  const tenant = product.inTenant(identifier);
  const chief = await ApiClient.signIn(tenant.apiUrl, user.userName, user.password);
  const person = await api.createUser({ firstName: "Grace" });
  const email = `${uniqueName("guest")}@example.test`;
  await chief.call(contract.invitations.invite, { body: { email, roleIds: [], isProceed: false } });

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const guest = await context.newPage();
  await runFramesFirst(guest);
  consoleErrors.watch(guest);
  await guest.goto(linkIn(lastMailTo(product.outbox, email)));
  await guest.getByRole("button", { name: "Use my account" }).click();
  const userName = guest.getByRole("textbox", { name: "Username" });
  await expect(userName).toBeFocused();
  await guest.keyboard.press("Enter");
  await expect(userName).toHaveAccessibleDescription("Please fill in this field.");
  await userName.fill(person.userName);
  await guest.getByRole("textbox", { name: "Password" }).fill("not the password");
  await guest.keyboard.press("Enter");
  await expect(guest.getByText("Username or password is wrong.")).toBeVisible();
  await expect(userName).toHaveValue(person.userName);
  await expect(guest.getByRole("textbox", { name: "Password" })).toBeFocused();
  // Switches to the other form and back.
  await guest.getByRole("button", { name: "Create a new account instead" }).click();
  await expect(guest.getByRole("button", { name: "Accept invitation" })).toBeVisible();
  await guest.getByRole("button", { name: "Use my account" }).click();
  await userName.fill(person.userName);
  await guest.getByRole("textbox", { name: "Password" }).fill(person.password);
  await guest.getByRole("button", { name: "Join" }).click();

  await expect(guest).toHaveURL(new RegExp(`/${identifier}/?$`));
  await guest.getByRole("banner").getByRole("button", { name: "User menu" }).click();
  await expect(guest.getByRole("menu")).toContainText(`Grace ${person.lastName}`);
  await expect(guest.getByRole("menu")).toContainText(`Tenant ${identifier}`);
  await guest.goto(linkIn(lastMailTo(product.outbox, email)));
  await expect(
    guest.getByRole("heading", { name: "This invitation has already been accepted" }),
  ).toBeVisible();
  await context.close();
});

test("[US-02] [AU-11] joining with an account that has a second factor asks for its code", async ({
  host,
  browser,
  consoleErrors,
}) => {
  const { api, product, user } = host;
  const tenant = product.inTenant((await makeTenant(host)).identifier);
  const chief = await ApiClient.signIn(tenant.apiUrl, user.userName, user.password);
  const person = await api.createUser();
  const own = await ApiClient.signIn(product.apiUrl, person.userName, person.password);
  const { secret } = await own.call(contract.user.makeTotp, { body: { currentPassword: person.password } });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const { recoveryCodes } = await own.call(contract.user.confirmTotp, { body: { code: totp.generate() } });
  const email = `${uniqueName("guest")}@example.test`;
  await chief.call(contract.invitations.invite, { body: { email, roleIds: [], isProceed: false } });

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: "de-DE" });
  const guest = await context.newPage();
  consoleErrors.watch(guest);
  await guest.goto(linkIn(lastMailTo(product.outbox, email)));
  await guest.getByRole("button", { name: "Mein Konto verwenden" }).click();
  await guest.getByRole("textbox", { name: "Benutzername" }).fill(person.userName);
  await guest.getByRole("textbox", { name: "Passwort" }).fill(person.password);
  const code = guest.getByRole("textbox", { name: "Code der App oder Wiederherstellungscode" });
  await expect(code).toHaveCount(0);
  await guest.keyboard.press("Enter");
  await expect(code).toHaveAccessibleDescription(/^Dieses Konto hat einen zweiten Faktor\./);
  await expect(code).toBeFocused();
  await code.fill("nothing");
  await guest.keyboard.press("Enter");
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("aria-invalid", "true");
  expect(await faults(guest)).toEqual([]);
  await code.fill(recoveryCodes[0] ?? "");
  await guest.keyboard.press("Enter");
  await guest.waitForURL(/\/login/);
  await context.close();
});
