import { contract } from "@/lib/contract";
import { ApiClient } from "../support/api-client";
import { expect, test } from "./fixtures/test";
import { FieldGallery } from "./pages/field-gallery";

test("[FM-06] a date is typed through a mask and exchanged as ISO 8601", async ({
  signedInPage,
  product,
}) => {
  const gallery = await FieldGallery.open(signedInPage, product);
  const box = gallery.box("Date");
  await box.pressSequentially("01032026");
  await expect(box).toHaveValue("01.03.2026");
  await gallery.expectValue("date", "2026-03-01");
  await box.fill("");
  await box.pressSequentially("5/4/2027");
  await expect(box).toHaveValue("05.04.2027");
  await gallery.expectValue("date", "2027-04-05");
  await box.fill("");
  await gallery.expectValue("date", "");
});

test("[FM-06] a date that does not exist is kept as typed and refused with a message", async ({
  signedInPage,
  product,
}) => {
  const gallery = await FieldGallery.open(signedInPage, product);
  await gallery.box("Text").fill("x");
  await gallery.box("Date").pressSequentially("31022026");
  await gallery.box("Time").pressSequentially("25:10");
  await gallery.box("Month").pressSequentially("132026");
  await gallery.check();
  await gallery.expectMessage("Date", "This date does not exist. Please check day, month and year.");
  await gallery.expectMessage("Time", "This time does not exist. Please check hours and minutes.");
  await gallery.expectMessage("Month", "This month does not exist. Please check month and year.");
  await expect(gallery.box("Date")).toHaveValue("31.02.2026");
  await expect(gallery.box("Date")).toBeFocused();
});

test("[FM-06] what is before the minimum is refused, named in the user's format", async ({
  signedInPage,
  product,
}) => {
  const gallery = await FieldGallery.open(signedInPage, product);
  await gallery.box("Date in 2026").pressSequentially("31122025");
  await gallery.check();
  await gallery.expectMessage("Date in 2026", "Please enter 01.01.2026 or later.");
});

test("[FM-06] the calendar is driven by keys alone and gives the focus back", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const box = gallery.box("Date");
  await box.pressSequentially("15.05.2026");
  await box.press("ArrowDown");
  const panel = page.getByRole("dialog", { name: "Choose date" });
  await expect(panel.getByRole("button", { name: "Friday, May 15, 2026" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(panel).toBeHidden();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("23.05.2026");
  await box.press("ArrowDown");
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(box).toHaveValue("23.05.2026");
});

test("[FM-06] a panel that closes late takes the focus from nobody who has gone on to the next field", async ({
  signedInPage,
  product,
}) => {
  const gallery = await FieldGallery.open(signedInPage, product);
  await gallery.box("Month").press("ArrowDown");
  await expect(signedInPage.getByRole("group", { name: "Choose month" })).toBeVisible();
  const goneOn = await gallery.box("Year").evaluateHandle((box) => {
    const done = new Promise<void>((resolve) => {
      const closing = new MutationObserver(() => {
        if (document.querySelector("[data-radix-popper-content-wrapper]")) return;
        closing.disconnect();
        // As soon as the panel is gone; what still has to be done for it comes before the next turn is over.
        box.focus();
        setTimeout(() => setTimeout(resolve));
      });
      closing.observe(document.body, { childList: true, subtree: true });
    });
    return { done };
  });
  await signedInPage.keyboard.press("Escape");
  await goneOn.evaluate(({ done }) => done);
  await expect(gallery.box("Year")).toBeFocused();
});

test("[FM-06] the calendar offers years from three ahead down to 1900, and no day beyond the limits", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  await gallery.form.getByRole("button", { name: "Choose date" }).first().click();
  const years = page.getByRole("combobox", { name: "Year" });
  const thisYear = new Date().getFullYear();
  await expect(years.locator("option").first()).toHaveText(String(thisYear + 3));
  await expect(years.locator("option").last()).toHaveText("1900");
  await years.selectOption("1999");
  await page.getByRole("combobox", { name: "Month" }).selectOption("February");
  await page.getByRole("button", { name: "Sunday, February 28, 1999" }).click();
  await gallery.expectValue("date", "1999-02-28");

  await gallery.box("Date in 2026").pressSequentially("01.01.2026");
  await gallery.box("Date in 2026").press("ArrowDown");
  await expect(page.getByRole("button", { name: /, 2026$/ })).not.toHaveCount(0);
  await expect(page.getByRole("button", { name: "Wednesday, December 31, 2025" })).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Year" }).locator("option")).toHaveText(["2026"]);
});

test("[FM-06] times are offered in steps of 15 minutes, any minute can be typed", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const box = gallery.box("Time");
  await box.pressSequentially("9:40");
  await expect(box).toHaveValue("09:40");
  await gallery.expectValue("time", "09:40");
  await box.press("ArrowDown");
  const list = page.getByRole("listbox", { name: "Choose time" });
  await expect(list.getByRole("option")).toHaveCount(96);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("09:45");
  await expect(box).toBeFocused();
});

test("[FM-06] date and time are typed in the user's time zone and exchanged in UTC", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const box = gallery.box("Date and time");
  await box.pressSequentially("010720261230");
  await gallery.expectValue("dateTime", "2026-07-01T10:30:00.000Z");
  await box.fill("");
  await box.pressSequentially("290320260230");
  await gallery.check();
  await gallery.expectMessage("Date and time", "This date or time does not exist. Please check it.");
  await box.fill("");
  await box.press("ArrowDown");
  await page.getByRole("button", { name: /^Today, / }).click();
  await page.getByRole("option", { name: "08:15" }).click();
  await expect(box).toHaveValue(/^\d\d\.\d\d\.\d{4} 08:15$/);
});

test("[FM-06] on the day on which the clocks go forward, the hour that there is not is not offered", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const box = gallery.box("Date and time");
  await box.pressSequentially("290320261200");
  await box.press("ArrowDown");
  const times = page.getByRole("listbox", { name: "Choose time" }).getByRole("option");
  await expect(times.filter({ hasText: "01:45" })).toHaveCount(1);
  await expect(times.filter({ hasText: /^02:/ })).toHaveCount(0);
  await times.filter({ hasText: "03:00" }).click();
  await gallery.expectValue("dateTime", "2026-03-29T01:00:00.000Z");
});

test("[FM-06] months and years are typed or chosen", async ({ signedInPage: page, product }) => {
  const gallery = await FieldGallery.open(page, product);
  const month = gallery.box("Month");
  await month.pressSequentially("32026");
  await month.fill("");
  await month.pressSequentially("3.2026");
  await gallery.expectValue("month", "2026-03");
  await month.press("ArrowDown");
  await expect(page.getByRole("button", { name: "March 2026" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await gallery.expectValue("month", "2026-06");

  const year = gallery.box("Year");
  await year.press("ArrowDown");
  const years = page.getByRole("listbox", { name: "Choose year" });
  const now = new Date().getFullYear();
  await expect(years.getByRole("option").first()).toHaveText(String(now + 3));
  await expect(years.getByRole("option").last()).toHaveText("1900");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await gallery.expectValue("year", 1900);
});

test("[FM-06] a year that is none of those offered is refused with the limit, however short it was left", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const year = gallery.box("Year");
  const last = new Date().getFullYear() + 3;
  await year.pressSequentially("26");
  await gallery.check();
  await gallery.expectMessage("Year", "Please enter 1900 or later.");
  await expect(year).toHaveValue("26");
  await year.fill(String(last + 1));
  await gallery.expectMessage("Year", `Please enter ${last} or earlier.`);
  await year.fill(String(last));
  await expect(year).not.toHaveAttribute("aria-invalid");
});

test("[FM-06] what is left short is filled up where it can be meant in one way, also by Enter", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  await gallery.box("Date").pressSequentially("1.2.26");
  await expect(gallery.box("Date")).toHaveValue("01.02.26");
  await page.keyboard.press("Tab");
  await expect(gallery.box("Date")).toHaveValue("01.02.2026");
  await gallery.expectValue("date", "2026-02-01");
  await gallery.box("Date and time").pressSequentially("1.7.26 9:30");
  await gallery.expectValue("dateTime", "2026-07-01T07:30:00.000Z");
  await gallery.box("Time").pressSequentially("930");
  await gallery.box("Time").press("Enter");
  await expect(gallery.box("Time")).toHaveValue("09:30");
  await gallery.expectValue("time", "09:30");
  await expect(gallery.box("Time")).not.toHaveAttribute("aria-invalid");
});

test("[FM-06] what was read is shown in full once the field is left", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const box = gallery.box("Time");
  await box.pressSequentially("9:5");
  await expect(box).toHaveValue("09:5");
  await box.press("Tab");
  await expect(box).toHaveValue("09:05");
  await gallery.expectValue("time", "09:05");
});

test("[FM-06] masks follow the user's own formats", async ({ signedInPage: page, product, user }) => {
  const own = await ApiClient.signIn(product.apiUrl, user.userName, user.password);
  await own.call(contract.user.saveSettings, {
    body: { shortDateFormat: "MM/DD/YYYY", shortTimeFormat: "hh:mm a" },
  });
  const gallery = await FieldGallery.open(page, product);
  await gallery.box("Date").pressSequentially("03042026");
  await expect(gallery.box("Date")).toHaveValue("03/04/2026");
  await gallery.expectValue("date", "2026-03-04");
  await gallery.box("Time").pressSequentially("1:05p");
  await expect(gallery.box("Time")).toHaveValue("01:05 pm");
  await gallery.expectValue("time", "13:05");
});

test("[FM-06] an exchanged date can be pasted, and a megabyte of text does no harm", async ({
  signedInPage: page,
  product,
}) => {
  const gallery = await FieldGallery.open(page, product);
  const paste = (text: string) =>
    page.evaluate((given) => {
      document.execCommand("insertText", false, given);
    }, text);
  await gallery.box("Date").focus();
  await paste("2026-12-24");
  await expect(gallery.box("Date")).toHaveValue("24.12.2026");
  await gallery.box("Date in 2026").focus();
  await paste("1 ".repeat(500_000));
  expect((await gallery.box("Date in 2026").inputValue()).length).toBeLessThanOrEqual(10);
});
