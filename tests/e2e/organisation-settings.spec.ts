import sharp from "sharp";
import { expect, test, uniqueName } from "./fixtures/test";
import { faults } from "./pages/faults";
import { WorkspacePage } from "./pages/workspace-page";

test("[OR-01] the organisation is described, with its logo, and the history tells who did so", async ({
  signedInPage: page,
  product,
}) => {
  const workspace = new WorkspacePage(page);
  await page.goto(product.at("/"));
  await workspace.choose("Settings", "Organisation");
  const { panel } = workspace;
  await panel.getByRole("button", { name: "Edit" }).click();
  const companyName = uniqueName("Acme");
  await panel.getByRole("textbox", { name: "Company name", exact: true }).fill(companyName);
  await panel.getByRole("textbox", { name: "Post code" }).fill("Berlin");
  const logo = await sharp({ create: { width: 300, height: 90, channels: 3, background: "#c05030" } })
    .png()
    .toBuffer();
  await panel
    .locator("input[type=file]")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("textbox", { name: "Post code" })).toHaveAttribute("aria-invalid", "true");
  await panel.getByRole("textbox", { name: "Post code" }).fill("10115");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("button", { name: "Edit" })).toBeVisible();
  await expect(panel.locator("img")).toHaveAttribute("src", /organisation-settings\/avatar/);
  expect(await faults(page)).toEqual([]);
  await page.reload();
  await expect(panel.getByText(companyName).first()).toBeVisible();
  await panel.getByRole("button", { name: "History" }).click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/Organisation data/)
      .first(),
  ).toBeVisible();
});
