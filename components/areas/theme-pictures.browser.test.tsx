import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { EditScopeProvider } from "@/components/resource/form/edit-scope";
import { type PreviewedTheme, usePreviewedTheme } from "@/lib/client/theme/preview";
import { contract } from "@/lib/contract";
import type { OrganisationSettings } from "@/lib/contract/organisation-settings";
import type { Theme } from "@/lib/contract/themes";
import { tokensOf } from "@/lib/theme/palette";
import { readabilityOf } from "@/lib/theme/readability";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import { userRows } from "@/tests/support/user-rows";
import { AreasProvider } from "../area/areas-context";
import { homeArea } from "./home";
import { myAccountArea } from "./my-account";
import AppearanceSection from "./organisation-settings/appearance/appearance-section";
import { usersArea } from "./users";

const colours = { primary: "#b45309", accent: "#be123c", isDark: false };
const harbour: Theme = {
  ...{ themeId: "7", name: "Harbour", ...colours, customisable: true, isDefault: true, logo: null },
  ...{ readability: readabilityOf(colours), version: 1 },
  ...{ createdOn: null, createdBy: "", updatedOn: null, updatedBy: null },
};
const settings: OrganisationSettings = {
  ...{ companyName: "Harbour & Sons", companyName2: "", email: "", phoneNumber: "", homepage: "" },
  ...{ street: "", zipCode: "", city: "", countryName: "", state: "", avatar: null, version: 3 },
  ...{ secondFactorPolicy: "optional", secondFactorFrom: null },
  ...{ createdOn: null, createdBy: "", updatedOn: null, updatedBy: null },
};
const areas = [homeArea, usersArea, myAccountArea];

const editTheme = () =>
  page.getByRole("region", { name: "Harbour", exact: true }).getByRole("button", { name: "Edit" }).click();

async function showAppearance(beside?: ReactNode) {
  const shown = await show(
    <AreasProvider value={{ areas: areas, loadView: () => undefined, failedViews: () => [] }}>
      <EditScopeProvider>
        <h1>Organisation</h1>
        <AppearanceSection settings={settings} />
        {beside}
      </EditScopeProvider>
    </AreasProvider>,
    {
      at: "/organisation-settings?tab=appearance",
      answers(api) {
        api.answer(contract["organisation-settings"].themes, () => [harbour]);
        api.answer(contract.home.overview, () => ({ unread: 0 }));
        api.answer(contract.notifications.list, (call) => listOf([], call));
        api.answer(contract.home.figures, () => []);
        api.answer(contract.invitations.list, (call) => listOf([], call));
        api.answer(contract.users.list, (call) => listOf(userRows(3), call));
        api.answer(contract.dictionaries.attributes, (call) => listOf([], call));
        const factors = { totpOn: null, passkeys: [], recoveryCodesLeft: 0 };
        api.answer(contract.user.secondFactors, () => ({
          ...factors,
          ...{ isTotpOffered: true, isPasskeyOffered: true },
        }));
      },
    },
  );
  return { ...shown, figure: (name: string) => page.getByRole("figure", { name }) };
}

/** Computed style of an element. */
const worn = (box: Element | null | undefined, property: "color" | "backgroundColor") =>
  box ? getComputedStyle(box)[property] : undefined;

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;

test("[OR-02] [PR-03] previews show real views in light and dark, and follow each key", async () => {
  await page.viewport(1440, 900);
  const { api, tabs, figure } = await showAppearance();
  const address = tabs.getState().tabs;
  await page
    .getByRole("group", { name: "View in the preview" })
    .getByRole("button", { name: "Users" })
    .click();
  const forms = [
    { picture: figure("Light mode").element(), isDark: false },
    { picture: figure("Dark mode").element(), isDark: true },
  ];
  const rows = (picture: Element) => [...picture.querySelectorAll("tbody tr")];
  for (const { picture } of forms) {
    await expect.poll(() => rows(picture).map((row) => row.textContent)).toHaveLength(3);
    expect(rows(picture)[1]?.textContent).toContain("user.1@example.test");
  }
  // One call serves both.
  expect(api.calls.filter(({ path }) => path === "/users")).toHaveLength(1);
  const expectColours = async (primary: string) => {
    for (const { picture, isDark } of forms) {
      const tokens = tokensOf({ primary, accent: colours.accent, isDark });
      const create = () => picture.querySelector('a[href^="/users/new"]');
      await expect.poll(() => worn(create(), "backgroundColor")).toBe(rgb(tokens.primary));
      expect(worn(create(), "color")).toBe(rgb(tokens["on-primary"]));
      expect(worn(rows(picture)[0], "color")).toBe(rgb(tokens.text));
    }
  };
  await expectColours(colours.primary);

  await editTheme();
  const row = rows(forms[0]?.picture as Element)[0];
  const primary = page.getByRole("textbox", { name: "Primary", exact: true });
  await primary.fill("#0f62f");
  await expectColours(colours.primary);
  await primary.fill("#0f62fe");
  await expectColours("#0f62fe");
  // The element is the same, only its colours changed.
  expect(rows(forms[0]?.picture as Element)[0]).toBe(row);
  await expectAccessible("while a theme is changed");
  expect(tabs.getState().tabs.map(({ path, title }) => [path, title])).toEqual(
    address.map(({ path, title }) => [path, title]),
  );
});

test("[OR-02] [PR-03] on a laptop, colours and preview are seen together", async () => {
  await page.viewport(1248, 740);
  const { figure } = await showAppearance();
  await editTheme();
  const box = (name: string) => figure(name).element().querySelector("[inert]")?.getBoundingClientRect();
  const primary = page.getByRole("textbox", { name: "Primary", exact: true });
  const accent = page.getByRole("textbox", { name: "Accent", exact: true });
  await expect.element(accent).toBeVisible();
  for (const name of ["Light mode", "Dark mode"]) {
    await expect.poll(() => box(name)?.bottom ?? Number.POSITIVE_INFINITY).toBeLessThan(740);
    expect(box(name)?.left).toBeGreaterThan(primary.element().getBoundingClientRect().right);
  }
  expect(primary.element().getBoundingClientRect().bottom).toBeLessThan(740);
});

test("[OR-01] [OR-02] the name is shown as it is typed, and saved alone", async () => {
  await page.viewport(1440, 900);
  const { api, figure } = await showAppearance();
  const bar = () => figure("Light mode").element().querySelector("[inert]")?.textContent ?? "";
  const section = page.getByRole("region", { name: "Name", exact: true });
  await section.getByRole("button", { name: "Edit" }).click();
  await section.getByRole("textbox").fill("Quayside");
  await expect.poll(bar).toContain("Quayside");
  api.answer(contract["organisation-settings"].save, () => ({ ...settings, companyName: "Quayside" }));
  await section.getByRole("button", { name: "Save" }).click();
  await expect.element(section.getByRole("button", { name: "Edit" })).toBeVisible();
  expect(api.last(contract["organisation-settings"].save)?.body).toEqual({
    companyName: "Quayside",
    version: 3,
  });
});

test("[OR-02] a preview is inert: not focusable, no keys, not part of the form", async () => {
  await page.viewport(1440, 900);
  const { api, figure } = await showAppearance();
  await editTheme();
  for (const view of ["Users", "My account", "Dashboard"]) {
    await page.getByRole("button", { name: view, exact: true }).click();
    const picture = figure("Dark mode").element();
    await expect.poll(() => picture.querySelectorAll("button").length).toBeGreaterThan(0);
    await expect.poll(() => picture.querySelector("[aria-busy=true]")).toBeNull();
    for (const control of picture.querySelectorAll<HTMLElement>("a, button, input")) {
      control.focus();
      expect(picture.contains(document.activeElement), control.outerHTML).toBe(false);
    }
    expect(picture.querySelector('[aria-keyshortcuts="/"]')).toBeNull();
    expect(picture.closest("form")).toBeNull();
    expect(picture.querySelector("[inert][aria-hidden=true]")).not.toBeNull();
    await expectAccessible(`a picture of ${view}`);
  }
  expect(api.calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("[OR-02] on a phone the previews are stacked", async () => {
  await page.viewport(360, 740);
  const { figure } = await showAppearance();
  const [light, dark] = ["Light mode", "Dark mode"].map((name) => figure(name));
  await expect.element(light as never).toBeVisible();
  const [above, below] = [light, dark].map((one) => one?.element().getBoundingClientRect());
  expect(below?.top).toBeGreaterThan(above?.bottom ?? 0);
  expect(below?.left).toBe(above?.left);
  // The hint is not squeezed by the view selection.
  const hint = page.getByText("The buttons in them do nothing").element();
  expect(hint.getBoundingClientRect().width).toBeGreaterThan(200);
  await expectAccessible("on a phone");
});

/** A logo of one colour. */
async function logoFile(colour: string): Promise<File> {
  const canvas = new OffscreenCanvas(60, 20);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("No canvas");
  context.fillStyle = colour;
  context.fillRect(0, 0, 60, 20);
  return new File([await canvas.convertToBlob({ type: "image/png" })], "logo.png", { type: "image/png" });
}

function drop(target: Element, file: File) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}

test("[OR-02] [PR-03] dropped logos are shown on both bars; one that is hard to see there is reported", async () => {
  await page.viewport(1440, 900);
  const { figure } = await showAppearance();
  await editTheme();
  const field = (name: string) => page.getByRole("group", { name, exact: true });
  await expect.element(field("Logo for dark mode")).not.toBeInTheDocument();
  drop(field("Logo").element(), await logoFile("#101010"));
  await expect.element(page.getByText("The logo is hard to see on a dark bar")).toBeVisible();
  drop(field("Logo for dark mode").element(), await logoFile("#f0f0f0"));
  await expect.element(page.getByText("hard to see")).not.toBeInTheDocument();
  const bar = (name: string) => figure(name).element().querySelector("img")?.src;
  await expect.poll(() => bar("Dark mode") === bar("Light mode")).toBe(false);
  drop(field("Logo").element(), await logoFile("#fafafa"));
  await expect.element(page.getByText("This logo is hard to see on a light bar")).toBeVisible();
  await expectAccessible("with logos");
});

function Frame({ onRender }: { onRender: (theme: PreviewedTheme | undefined) => void }) {
  onRender(usePreviewedTheme());
  return null;
}

test("[OR-02] [PR-03] the frame shows a theme only while it is edited; corrections stand beside the choice", async () => {
  await page.viewport(1440, 900);
  let previewed: PreviewedTheme | undefined;
  await showAppearance(
    <Frame
      onRender={(theme) => {
        previewed = theme;
      }}
    />,
  );
  expect(previewed).toBeUndefined();
  await editTheme();
  expect(previewed).toMatchObject(colours);
  await page.getByRole("textbox", { name: "Primary", exact: true }).fill("#FACC15");
  await expect.poll(() => previewed?.primary).toBe("#FACC15");
  const { primary } = tokensOf({ ...colours, primary: "#facc15" });
  await expect.element(page.getByText(primary, { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^chosen: 1\.\d+ : 1, needed: 3 : 1$/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => previewed).toBeUndefined();
});

test("[OR-02] the colours of a theme are previewed in reading mode", async () => {
  await showAppearance();
  const primary = page.getByRole("definition").filter({ hasText: colours.primary });
  await expect.element(primary).toBeVisible();
  expect(worn(primary.element().querySelector("[aria-hidden]"), "backgroundColor")).toBe(
    rgb(colours.primary),
  );
});
