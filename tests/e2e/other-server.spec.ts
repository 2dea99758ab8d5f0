import { startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { minimalUser, startMinimalServer } from "../support/minimal-server";
import { expect, test } from "./fixtures/test";

test("[BE-03] with a minimal server, the workspace works and leaves out what the server lacks", async ({
  page,
}) => {
  const server = await startMinimalServer();
  const port = await freePort();
  const web = await startWeb({
    PORT: String(port),
    API_URL: server.url,
    SESSION_SECRET: "a secret of this one test, long enough",
  });
  try {
    await page.goto(`http://localhost:${port}/users`);
    await page.getByRole("textbox", { name: "User name" }).fill(minimalUser.userName);
    await page.getByRole("textbox", { name: "Password" }).fill(minimalUser.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    const grid = page.getByRole("grid").or(page.getByRole("table"));
    await expect(grid.getByText("Hopper")).toBeVisible();
    await expect(grid.getByText("Lovelace")).toBeVisible();

    // Features beyond the specification are not offered.
    await expect(page.getByRole("button", { name: "Import" })).toBeHidden();
    await page.getByRole("searchbox").first().fill("Hopper");
    await page.keyboard.press("Enter");
    await expect(grid.getByText("Lovelace")).toBeHidden();
    await grid.getByRole("link", { name: /Hopper/ }).click();
    await expect(page.getByText("grace@example.test").first()).toBeVisible();

    // A view of the contract that this server lacks explains itself.
    await page.goto(`http://localhost:${port}/roles`);
    await expect(
      page
        .getByRole("alert")
        .or(page.getByText(/not found|could not be loaded/i))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole("tab", { name: /Roles/ })).toBeVisible();
  } finally {
    await web.stop();
    await server.stop();
  }
});
