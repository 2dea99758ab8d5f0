import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { focus, press } from "@/tests/component/actions";
import { FieldGallery } from "@/tests/component/field-gallery";

test("[FM-06] a date is typed with a mask and exchanged as ISO 8601", async () => {
  const { gallery } = await FieldGallery.open();
  const box = gallery.box("Date");
  await userEvent.type(box, "01032026");
  await expect.element(box).toHaveValue("01.03.2026");
  await gallery.expectValue("date", "2026-03-01");
  await box.fill("");
  await userEvent.type(box, "5/4/2027");
  await expect.element(box).toHaveValue("05.04.2027");
  await gallery.expectValue("date", "2027-04-05");
  await box.fill("");
  await gallery.expectValue("date", "");
});

test("[FM-06] an invalid date is kept as typed and rejected with a message", async () => {
  const { gallery } = await FieldGallery.open();
  await gallery.box("Text").fill("x");
  await userEvent.type(gallery.box("Date"), "31022026");
  await userEvent.type(gallery.box("Time"), "25:10");
  await userEvent.type(gallery.box("Month"), "132026");
  await gallery.check();
  await gallery.expectMessage("Date", "This date does not exist. Please check day, month and year.");
  await gallery.expectMessage("Time", "This time does not exist. Please check hours and minutes.");
  await gallery.expectMessage("Month", "This month does not exist. Please check month and year.");
  await expect.element(gallery.box("Date")).toHaveValue("31.02.2026");
  await expect.element(gallery.box("Date")).toHaveFocus();
});

test("[FM-06] an invalid value is marked on blur until corrected, without losing clicks", async () => {
  const { gallery } = await FieldGallery.open();
  const time = gallery.box("Time");
  await userEvent.type(time, "25:75");
  await expect.element(time).not.toHaveAttribute("aria-invalid", "true");
  await press("Tab");
  await gallery.expectMessage("Time", "This time does not exist. Please check hours and minutes.");
  await expect.element(time).toHaveValue("25:75");
  await time.fill("");
  await userEvent.type(time, "12:30");
  await expect.element(time).not.toHaveAttribute("aria-invalid", "true");
  await userEvent.type(gallery.box("Date"), "31022026");
  // The message shifts the layout only after the click.
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.element(gallery.box("Date")).toHaveValue("");
});

test("[FM-06] a value before the minimum is rejected, with the limit in the user's format", async () => {
  const { gallery } = await FieldGallery.open();
  await userEvent.type(gallery.box("Date in 2026"), "31122025");
  await gallery.check();
  await gallery.expectMessage("Date in 2026", "Please enter 01.01.2026 or later.");
});

test("[FM-06] the calendar is operated by keyboard and restores the focus", async () => {
  const { gallery } = await FieldGallery.open();
  const box = gallery.box("Date");
  await userEvent.type(box, "15.05.2026");
  await press("ArrowDown");
  const panel = page.getByRole("dialog", { name: "Choose date" });
  await expect.element(panel.getByRole("button", { name: "Friday, May 15, 2026" })).toHaveFocus();
  await press("ArrowRight", "ArrowDown", "Enter");
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue("23.05.2026");
  await press("ArrowDown");
  await expect.element(panel).toBeVisible();
  await press("Escape");
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(box).toHaveValue("23.05.2026");
});

test("[FM-06] a panel that closes late does not take the focus from the next field", async () => {
  const { gallery } = await FieldGallery.open();
  focus(gallery.box("Month"));
  await press("ArrowDown");
  await expect.element(page.getByRole("group", { name: "Choose month" })).toBeVisible();
  const year = gallery.box("Year");
  const goneOn = new Promise<void>((resolve) => {
    const closing = new MutationObserver(() => {
      if (document.querySelector("[data-popover]")) return;
      closing.disconnect();
      // As soon as the panel is removed; its cleanup finishes within the same turn.
      focus(year);
      setTimeout(() => setTimeout(resolve));
    });
    closing.observe(document.body, { childList: true, subtree: true });
  });
  await press("Escape");
  await goneOn;
  await expect.element(year).toHaveFocus();
});

test("[FM-06] the calendar offers years from three ahead to 1900, and no day outside the limits", async () => {
  const { gallery } = await FieldGallery.open();
  await gallery.form.getByRole("button", { name: "Choose date" }).first().click();
  const years = page.getByRole("combobox", { name: "Year" });
  const thisYear = new Date().getFullYear();
  await expect.element(years).toBeVisible();
  expect(optionsOf(years).at(0)).toBe(String(thisYear + 3));
  expect(optionsOf(years).at(-1)).toBe("1900");
  await years.selectOptions("1999");
  await page.getByRole("combobox", { name: "Month" }).selectOptions("February");
  await page.getByRole("button", { name: "Sunday, February 28, 1999" }).click();
  await gallery.expectValue("date", "1999-02-28");

  await userEvent.type(gallery.box("Date in 2026"), "01.01.2026");
  await press("ArrowDown");
  await expect.element(page.getByRole("button", { name: /, 2026$/ }).first()).toBeVisible();
  await expect
    .element(page.getByRole("button", { name: "Wednesday, December 31, 2025" }))
    .not.toBeInTheDocument();
  expect(optionsOf(page.getByRole("combobox", { name: "Year" }))).toEqual(["2026"]);
});

function optionsOf(select: Locator): string[] {
  return [...(select.element() as HTMLSelectElement).options].map(({ text }) => text);
}

test("[FM-06] times are offered in steps of 15 minutes, and any minute can be typed", async () => {
  const { gallery } = await FieldGallery.open();
  const box = gallery.box("Time");
  await userEvent.type(box, "9:40");
  await expect.element(box).toHaveValue("09:40");
  await gallery.expectValue("time", "09:40");
  await press("ArrowDown");
  const options = page.getByRole("listbox", { name: "Choose time" }).getByRole("option");
  await expect.poll(() => options.elements()).toHaveLength(96);
  await press("ArrowDown", "Enter");
  await expect.element(box).toHaveValue("09:45");
  await expect.element(box).toHaveFocus();
});

test("[FM-06] date and time are typed in the user's time zone and exchanged in UTC", async () => {
  const { gallery } = await FieldGallery.open();
  const box = gallery.box("Date and time");
  await userEvent.type(box, "010720261230");
  await gallery.expectValue("dateTime", "2026-07-01T10:30:00.000Z");
  await box.fill("");
  await userEvent.type(box, "290320260230");
  await gallery.check();
  await gallery.expectMessage("Date and time", "This date or time does not exist. Please check it.");
  await box.fill("");
  await press("ArrowDown");
  await page.getByRole("button", { name: /^Today, / }).click();
  await page.getByRole("option", { name: "08:15" }).click();
  await expect.poll(() => (box.element() as HTMLInputElement).value).toMatch(/^\d\d\.\d\d\.\d{4} 08:15$/);
});

test("[FM-06] the hour skipped by daylight saving is not offered", async () => {
  const { gallery } = await FieldGallery.open();
  await userEvent.type(gallery.box("Date and time"), "290320261200");
  await press("ArrowDown");
  const times = page.getByRole("listbox", { name: "Choose time" }).getByRole("option");
  await expect.element(times.filter({ hasText: "01:45" })).toBeInTheDocument();
  await expect.element(times.filter({ hasText: /^02:/ })).not.toBeInTheDocument();
  await times.filter({ hasText: "03:00" }).click();
  await gallery.expectValue("dateTime", "2026-03-29T01:00:00.000Z");
});

test("[FM-06] months and years are typed or chosen", async () => {
  const { gallery } = await FieldGallery.open();
  const month = gallery.box("Month");
  await userEvent.type(month, "32026");
  await month.fill("");
  await userEvent.type(month, "3.2026");
  await gallery.expectValue("month", "2026-03");
  await press("ArrowDown");
  await expect.element(page.getByRole("button", { name: "March 2026" })).toHaveFocus();
  await press("ArrowDown", "Enter");
  await gallery.expectValue("month", "2026-06");

  focus(gallery.box("Year"));
  await press("ArrowDown");
  const years = page.getByRole("listbox", { name: "Choose year" }).getByRole("option");
  const now = new Date().getFullYear();
  await expect.element(years.first()).toHaveTextContent(new RegExp(`^${now + 3}$`));
  await expect.element(years.last()).toHaveTextContent(/^1900$/);
  await press("End", "Enter");
  await gallery.expectValue("year", 1900);
});

test("[FM-06] a year outside the range is rejected with the limit, also with fewer digits", async () => {
  const { gallery } = await FieldGallery.open();
  const year = gallery.box("Year");
  const last = new Date().getFullYear() + 3;
  await userEvent.type(year, "26");
  await gallery.check();
  await gallery.expectMessage("Year", "Please enter 1900 or later.");
  await expect.element(year).toHaveValue("26");
  await year.fill(String(last + 1));
  await gallery.expectMessage("Year", `Please enter ${last} or earlier.`);
  await year.fill(String(last));
  await expect.element(year).not.toHaveAttribute("aria-invalid");
});

test("[FM-06] incomplete input is completed if unambiguous, also on Enter", async () => {
  const { gallery } = await FieldGallery.open();
  await userEvent.type(gallery.box("Date"), "1.2.26");
  await expect.element(gallery.box("Date")).toHaveValue("01.02.26");
  await press("Tab");
  await expect.element(gallery.box("Date")).toHaveValue("01.02.2026");
  await gallery.expectValue("date", "2026-02-01");
  await userEvent.type(gallery.box("Date and time"), "1.7.26 9:30");
  await gallery.expectValue("dateTime", "2026-07-01T07:30:00.000Z");
  await userEvent.type(gallery.box("Time"), "930");
  await press("Enter");
  await expect.element(gallery.box("Time")).toHaveValue("09:30");
  await gallery.expectValue("time", "09:30");
  await expect.element(gallery.box("Time")).not.toHaveAttribute("aria-invalid");
});

test("[FM-06] parsed input is shown in full after blur", async () => {
  const { gallery } = await FieldGallery.open();
  const box = gallery.box("Time");
  await userEvent.type(box, "9:5");
  await expect.element(box).toHaveValue("09:5");
  await press("Tab");
  await expect.element(box).toHaveValue("09:05");
  await gallery.expectValue("time", "09:05");
});

test("[FM-06] masks follow the user's formats", async () => {
  const { gallery } = await FieldGallery.open({
    settings: { shortDateFormat: "MM/DD/YYYY", shortTimeFormat: "hh:mm a" },
  });
  await userEvent.type(gallery.box("Date"), "03042026");
  await expect.element(gallery.box("Date")).toHaveValue("03/04/2026");
  await gallery.expectValue("date", "2026-03-04");
  await userEvent.type(gallery.box("Time"), "1:05p");
  await expect.element(gallery.box("Time")).toHaveValue("01:05 pm");
  await gallery.expectValue("time", "13:05");
});

test("[FM-06] a date in exchange format can be pasted, and a megabyte of text is harmless", async () => {
  const { gallery } = await FieldGallery.open();
  const paste = (box: Locator, text: string) => {
    focus(box);
    document.execCommand("insertText", false, text);
  };
  await paste(gallery.box("Date"), "2026-12-24");
  await expect.element(gallery.box("Date")).toHaveValue("24.12.2026");
  await paste(gallery.box("Date in 2026"), "1 ".repeat(500_000));
  const kept = () => (gallery.box("Date in 2026").element() as HTMLInputElement).value.length;
  await expect.poll(kept).toBeLessThanOrEqual(10);
});
