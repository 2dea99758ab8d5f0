import { lastMailTo, linkIn } from "@/backend/testing/mail";
import { contract } from "@/lib/contract";
import { expect, signIn, test, uniqueName } from "./fixtures/test";
import { faults } from "./pages/faults";
import { faultsOfWords, forgetLanguage, switchLanguage } from "./pages/languages";
import { LoginPage } from "./pages/login-page";
import { WorkspacePage } from "./pages/workspace-page";
import { listStates } from "./states/lists";
import { recordStates } from "./states/records";
import { shellStates } from "./states/shell";
import { closeOverlay, leadsTo, overlay, reach, type Stage, type State } from "./states/state";

// Every view, dialog, menu and state is one line in `states/`; each is checked on a phone, on a wide screen and in other
// languages, without reloading.

/** Checked by component tests, and by the long run in the product. */
const seenAsComponents = new Set([
  "users, nothing found",
  "users, rows chosen",
  "users, loading",
  "users, not loaded",
  "icons",
  "fields",
]);

/** Together they contain every colour pair of a theme; the long run checks all states in dark mode. */
const seenInTheDark = new Set([
  "main menu",
  "the server is away",
  "what can only be read and scrolled",
  "users, deleting is confirmed",
  "filters in force",
  "picker dialog",
  "user, invalid",
  "user, saved by two",
  "user, saved",
  "permissions, being edited",
]);

async function expectFaultless(stage: Stage, states: readonly State[]) {
  const { page, product } = stage;
  for (const [at, state] of states.entries())
    await test.step(state[0], async () => {
      await page.setViewportSize({ width: 1440, height: 800 });
      page.setDefaultTimeout(15_000);
      const before = states[at - 1];
      await reach(stage, state, before);
      const isPageSeen = before !== undefined && leadsTo(stage, before, state);
      const part = isPageSeen && state[3] === closeOverlay ? overlay : undefined;
      const found = await faults(page, { dark: seenInTheDark.has(state[0]), part });
      found.push(...(await faultsOfWords(page, product.prefix)));
      expect.soft(found, state[0]).toEqual([]);
      if (leadsTo(stage, state, states[at + 1])) await switchLanguage(page, product.prefix, "en");
      else await forgetLanguage(page);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });
}

/** States per test, so that tests run in parallel. */
const portion = 14;
for (const [kind, all] of Object.entries({ shell: shellStates, lists: listStates, records: recordStates })) {
  const states = all.filter(([name]) => !seenAsComponents.has(name));
  for (let first = 0; first < states.length; first += portion) {
    const some = states.slice(first, first + portion);
    test(`[SH-09] [PR-02] no inaccessible, English or truncated content, ${kind}: ${some.map(([name]) => name).join("; ")}`, {
      tag: kind === "lists" ? "@main" : [],
    }, async ({ signedInPage: page, consoleErrors, product, api, user }) => {
      test.setTimeout(some.length * 30_000);
      consoleErrors.allow(/status of 5\d\d/);
      const roleId = await api.createRole({ permissions: ["UserView", "RoleView"] });
      const subject = await api.createUser({ roleIds: [roleId] });
      // The dialog before leaving a page with unsaved changes.
      page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
      const workspace = new WorkspacePage(page);
      await expectFaultless({ page, api, product, user, subject, roleId, workspace }, some);
    });
  }
}

test("[SH-09] axe finds nothing on public pages: empty, refused and slow sign-in, and forbidden ones", async ({
  page,
  product,
  api,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.allow(/status of 5\d\d/);
  const login = new LoginPage(page);
  await page.goto(product.at("/login"));
  await expect(login.headline).toBeVisible();
  expect.soft(await faults(page, { dark: true }), "sign-in").toEqual([]);
  await login.submit.click();
  await expect(page.getByText("Username is required")).toBeVisible();
  expect.soft(await faults(page), "empty").toEqual([]);
  await login.signIn({ userName: "nobody", password: "wrong" });
  await expect(login.alert).toBeVisible();
  expect.soft(await faults(page), "refused").toEqual([]);
  await page.route("**/api/auth/sign-in", () => undefined);
  await login.signIn({ userName: "nobody", password: "wrong" });
  await expect(login.cancel).toBeVisible();
  expect.soft(await faults(page), "signing in").toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await signIn(page, product, await api.createUser());
  await page.goto(product.at("/users"));
  await expect(page.getByText("Error! item forbidden")).toBeVisible();
  expect.soft(await faults(page), "forbidden").toEqual([]);
});

test("[SH-09] axe finds nothing on invitations: open, refused, for another user, used up", async ({
  page,
  product,
  api,
}) => {
  test.slow();
  const email = `${uniqueName("guest")}@example.test`;
  const invitationId = await api.call(contract.invitations.invite, { body: { email, roleIds: [] } });
  const link = linkIn(lastMailTo(product.outbox, email));
  await page.goto(link);
  const accept = page.getByRole("button", { name: "Accept invitation" });
  await expect(accept).toBeEnabled();
  expect.soft(await faults(page), "open").toEqual([]);
  await accept.click();
  await expect(page.getByText("Please fill in this field.").first()).toBeVisible();
  expect.soft(await faults(page), "refused").toEqual([]);
  await signIn(page, product, await api.createUser());
  await page.goto(link);
  await expect(page.getByRole("heading", { name: /^You are signed in as/ })).toBeVisible();
  expect.soft(await faults(page), "somebody else's").toEqual([]);
  await api.call(contract.invitations.revoke, { query: { invitationIds: [invitationId] } });
  await page.reload();
  await expect(page.getByRole("heading", { name: "This invitation was revoked" })).toBeVisible();
  expect.soft(await faults(page), "used up").toEqual([]);
});
