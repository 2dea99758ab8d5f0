import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { AttachmentRow } from "@/lib/contract/attachments";
import { press } from "@/tests/component/actions";
import { listOf } from "@/tests/component/fake-api";
import { ResourceTable } from "@/tests/component/resource-table";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import AttachmentsListView from "./list-view";

const row = (fileName: string, more: Partial<AttachmentRow>): AttachmentRow => ({
  attachmentId: fileName,
  fileName,
  description: "",
  fileExtension: "",
  fileType: "Other",
  fileSize: 3,
  fileSizeFormatted: "3 B",
  url: "",
  syncVersion: 1,
  attachmentStatusId: null,
  attachmentStatusName: "",
  attachmentStatusColor: "",
  isDeletable: true,
  createdOn: "2026-03-01T09:30:00.000Z",
  createdBy: "Ada Byron",
  ...more,
});

const rows = [
  row("a", { fileExtension: "rar" }),
  row("b", { fileType: "Link", fileSize: null, url: "https://example.com/b" }),
  row("c", { fileExtension: "vsd", fileType: "Document" }),
];

test("[AT-01] [AM-01] a thumbnail opens the viewer with the files of the page, and regains the focus", async () => {
  const { tabs } = await show(<AttachmentsListView />, {
    at: "/attachments",
    answers(api) {
      api.answer(contract.attachments.list, (call) => listOf(rows, call));
      api.answer(contract.dictionaries.attributes, (call) => listOf([], call));
    },
  });
  const table = new ResourceTable("Attachments");
  const thumbnail = table.row("a.rar").getByRole("button", { name: "Show a.rar" });
  await expect.element(thumbnail).toBeVisible();
  const { width, height } = thumbnail.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  await expectAccessible("thumbnails in a list");
  const address = () => tabs.getState().tabs.map(({ path }) => path);
  const before = address();
  await table.row("b").getByRole("button", { name: "Show b" }).click();
  const viewer = page.getByRole("dialog");
  await expect.element(viewer).toHaveTextContent("2 of 3");
  await expect.element(viewer.getByRole("link", { name: "Open link" })).toHaveAttribute("href", rows[1]?.url);
  await press("ArrowRight");
  await expect.element(viewer.getByRole("heading", { name: "c.vsd", level: 2 })).toBeVisible();
  await expect.element(viewer.getByRole("button", { name: "Next" })).toBeDisabled();
  await press("Home");
  await expect.element(viewer.getByRole("heading", { name: "a.rar", level: 2 })).toBeVisible();
  await press("Escape");
  await expect.element(viewer).not.toBeInTheDocument();
  await expect.element(table.row("b").getByRole("button", { name: "Show b" })).toHaveFocus();
  expect(address()).toEqual(before);
  // With the keyboard, the next stop is the name, which links to the record.
  await press("ArrowRight", "Enter");
  await expect.poll(address).toContain("/attachments/b");
});

test("[AM-01] the status of a file follows its name, also on a phone", async () => {
  await page.viewport(360, 740);
  await show(<AttachmentsListView />, {
    at: "/attachments",
    answers(api) {
      const status = { attachmentStatusName: "In review", attachmentStatusColor: "#b07d00" };
      api.answer(contract.attachments.list, (call) => listOf([row("a", status)], call));
      api.answer(contract.dictionaries.attributes, (call) => listOf([], call));
    },
  });
  const heads = page.getByRole("columnheader");
  await expect.element(page.getByText("In review")).toBeVisible();
  await expect.poll(() => heads.elements().map((head) => head.textContent?.trim())).toContain("Status");
  expect(
    heads
      .elements()
      .slice(1)
      .map((head) => head.getAttribute("aria-label")),
  ).toEqual(["File name", "Status"]);
  // At 400 % zoom the name needs the full width.
  await page.viewport(320, 740);
  await expect.element(page.getByText("In review")).not.toBeVisible();
});

test("[AT-01] [AM-01] [TL-07] a gallery shows the files as tiles, by keyboard like the table, and is kept", async () => {
  const nameAt = (index: number) => `file ${String(index).padStart(2, "0")}`;
  const many = Array.from({ length: 60 }, (_, index) =>
    row(nameAt(index), { fileExtension: "docx", fileType: "Document", fileSize: 2_048 }),
  );
  const { api, tabs } = await show(<AttachmentsListView />, {
    at: "/attachments?pageLimit=100",
    answers(api) {
      api.answer(contract.attachments.list, (call) => listOf(many, call));
      api.answer(contract.dictionaries.attributes, (call) => listOf([], call));
    },
  });
  await page.getByRole("button", { name: "Gallery" }).click();
  const tile = (index: number) =>
    page
      .getByRole("row")
      .filter({ hasText: `${nameAt(index)}.docx` })
      .first();
  const nameOf = (index: number) => tile(index).getByRole("link", { name: `${nameAt(index)}.docx` });
  await expect.element(tile(0)).toHaveTextContent("DOCX · 2 kB");
  const top = (index: number) => tile(index).element().getBoundingClientRect().top;
  expect(top(1)).toBe(top(0));
  const perLine = Array.from({ length: 20 }, (_, index) => index).filter(
    (index) => top(index) === top(0),
  ).length;
  expect(perLine).toBeGreaterThan(3);
  // Only the lines on screen.
  expect(page.getByRole("row").elements().length).toBeLessThan(61);
  await expectAccessible("a gallery");

  (nameOf(0).element() as HTMLElement).focus();
  await press("ArrowRight");
  await expect.element(nameOf(1)).toHaveFocus();
  await press("ArrowDown");
  await expect.element(nameOf(1 + perLine)).toHaveFocus();
  await userEvent.keyboard("{Shift>} {/Shift}");
  await expect.element(tile(1 + perLine)).toHaveAttribute("aria-selected", "true");
  await press("Home", "ArrowLeft");
  await expect.element(nameOf(perLine - 1)).toHaveFocus();
  await userEvent.keyboard("{Control>}{End}{/Control}");
  await expect.element(nameOf(59)).toHaveFocus();
  await press("Enter");
  await expect.poll(() => tabs.getState().tabs.map(({ path }) => path)).toContain("/attachments/file 59");

  dispatchEvent(new Event("pagehide"));
  const saved = () =>
    JSON.stringify(api.calls.filter(({ path }) => path === contract.user.saveSettings.path));
  await expect.poll(saved).toContain('\\"gallery\\":true');
  await page.getByRole("button", { name: "Gallery" }).click();
  await expect.poll(() => top(1) > top(0)).toBe(true);
});
