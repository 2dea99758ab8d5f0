import { lastMailTo, linkIn } from "@/backend/testing/mail";
import { contract } from "@/lib/contract";
import { ApiClient } from "../support/api-client";
import { runFramesFirst } from "./fixtures/frames";
import { makeTenant, test } from "./fixtures/host";
import { expect, uniqueName } from "./fixtures/test";

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
