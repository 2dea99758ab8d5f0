import { contract } from "@/lib/contract";
import { ApiClient } from "../support/api-client";
import { expect, test } from "./fixtures/test";

test.use({ viewport: { width: 360, height: 740 } });

test("[TL-01] on a phone, in German, what stands above the users takes two rows, and every button keeps its name", async ({
  signedInPage: page,
  product,
  user,
}) => {
  const mine = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  await mine.call(contract.user.saveSettings, { body: { languageSymbol: "de" } });
  await page.goto(product.at("/users"));
  const section = page.getByRole("region", { name: "Benutzer", exact: true });
  const names = ["Filter hinzufügen", "Exportieren", "Benutzer einladen"];
  const parts = [
    section.getByRole("searchbox"),
    ...names.map((name) => section.getByRole("button", { name, exact: true })),
    section.getByRole("link", { name: "Neuer Benutzer" }),
  ];
  const middles = new Set<number>();
  for (const part of parts) {
    await expect(part).toBeVisible();
    const box = await part.boundingBox();
    if (box) middles.add(Math.round(box.y + box.height / 2));
  }
  expect(middles.size).toBe(2);
});
