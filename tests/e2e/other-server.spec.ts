import { startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { minimalUser, startMinimalServer } from "../support/minimal-server";
import { expect, test } from "./fixtures/test";
import { LoginPage } from "./pages/login-page";
import { ResourceTable } from "./pages/resource";

test("[BE-03] with a minimal server the workspace works, and leaves out what the server lacks", async ({
  page,
}) => {
  const server = await startMinimalServer();
  const port = await freePort();
  const web = await startWeb({
    PORT: String(port),
    API_URL: server.url,
    SESSION_SECRET: "a secret of this one test that is long enough",
  });
  const at = (path: string) => `http://localhost:${port}${path}`;
  try {
    await page.goto(at("/users"));
    await new LoginPage(page).signIn(minimalUser);
    const users = new ResourceTable(page, "Users");
    await expect(users.rows).toHaveCount(2);
    await expect(page.getByRole("link", { name: "New user" })).toBeVisible();
    // Beyond the specification.
    await expect(page.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);

    await users.search.fill("Hopper");
    await users.search.press("Enter");
    await expect(users.rows).toHaveCount(1);
    await users.row("Hopper").getByRole("link").click();
    await expect(page.getByText("grace@example.test").filter({ visible: true })).toHaveCount(1);

    await test.step("a specified call that the server lacks is explained", async () => {
      await page.goto(at("/roles"));
      const roles = page.getByRole("region", { name: "Roles", exact: true });
      await expect(roles.getByRole("alert")).toContainText("item not found");
    });
  } finally {
    // Calls of an open page would fail once the servers have stopped.
    await page.goto("about:blank");
    await web.stop();
    await server.stop();
  }
});
