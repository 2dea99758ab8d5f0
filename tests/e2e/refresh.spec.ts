import { expect, test } from "./fixtures/test";
import { edit } from "./pages/resource";

for (const place of ["a list", "a record"])
  test(`[SH-07] refresh is off for one second with a reason, in ${place}${place === "a record" ? ", and off while a section is edited" : ""}`, async ({
    signedInPage: page,
    product,
    user,
  }) => {
    const path = place === "a list" ? "/users" : `/users/${user.userId}`;
    await page.goto(product.at(path));
    const refresh = page.getByRole("button", { name: "Refresh" });
    await expect(refresh).toBeEnabled();
    if (place === "a record") {
      await edit(page);
      await expect(refresh).toBeDisabled();
      await expect(refresh).toHaveAccessibleDescription("Finish editing before you refresh");
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(refresh).toBeEnabled();
    }
    // After hydration: data must not become stale during it.
    await page.waitForFunction(() => window.hubEarly === undefined);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes(`/api${path}`)) asked += 1;
    });
    await refresh.click();
    await expect(refresh).toBeDisabled();
    await expect(refresh).toHaveAccessibleDescription("Just refreshed");
    const once = asked;
    await refresh.click({ force: true });
    expect(asked).toBe(once);
    await page.clock.runFor(999);
    await expect(refresh).toBeDisabled();
    await page.clock.runFor(1);
    await expect(refresh).toBeEnabled();
  });
