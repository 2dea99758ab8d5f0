import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { ReportLayout } from "@/lib/contract/report-layouts";
import type { ReportDetail } from "@/lib/contract/reports";
import type { Language } from "@/lib/preferences/preferences";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { Layouts } from "./layouts";

const noTrace = {
  createdOn: "2026-03-01T09:30:00.000Z",
  createdBy: "admin",
  updatedOn: null,
  updatedBy: null,
};
const report: ReportDetail = {
  ...{ reportId: "1", reportName: "Users", reportNameTranslation: { en: "", de: "", pl: "", sr: "" } },
  ...{ reportNameTranslated: "Users", source: "users", layoutCount: 3, version: 1, ...noTrace },
};

const layout = (name: string, more: Partial<ReportLayout>): ReportLayout => ({
  ...{
    reportLayoutId: name,
    reportLayoutName: name,
    reportLayoutNameTranslation: { en: "", de: "", pl: "", sr: "" },
  },
  ...{ reportLayoutNameTranslated: name, fileName: name, fileExtension: "docx", fileSize: 20_000 },
  ...{ description: "", syncVersion: 1, isFillable: true, problemCount: 0, version: 1, ...noTrace },
  ...more,
});

const layouts = [
  layout("Letter", {}),
  layout("Poster", { fileSize: 40_000_000, isFillable: false, problemCount: 1 }),
  layout("Old", { fileExtension: "rpx", isFillable: false }),
];

const showLayouts = (language: Language) =>
  show(<Layouts report={report} />, {
    at: "/reports/1?tab=layouts",
    language,
    answers(api) {
      api.answer(contract.reports.layouts, (call) => listOf(layouts, call));
      api.answer(contract.reports.documents, () => []);
    },
  });

test.each([
  ["en", "Not filled: over 30 MB", "Not fillable"],
  ["de", "Wird nicht gefüllt: über 30 MB", "Nicht füllbar"],
  ["pl", "Nie jest wypełniany: ponad 30 MB", "Nie do wypełnienia"],
  ["sr", "Ne popunjava se: preko 30 MB", "Ne može da se popuni"],
] as const)(
  "[RP-01] the list shows that a layout is too large to be filled, in %s",
  async (language, tooLarge, storedOnly) => {
    await page.viewport(1440, 900);
    await showLayouts(language);
    const row = (name: string) => page.getByRole("row", { name });
    await expect.element(row("Poster")).toHaveTextContent(tooLarge);
    await expect.element(row("Old")).toHaveTextContent(storedOnly);
    await expect.element(row("Letter")).not.toHaveTextContent(tooLarge);
  },
);

test("[RP-01] an invalid file is rejected immediately, and names follow the file until edited", async () => {
  await page.viewport(1440, 900);
  await showLayouts("en");
  await page.getByRole("button", { name: "Add layout" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toBeVisible();
  const choose = async (name: string) => {
    const input = dialog.element().querySelector("input[type=file]") as HTMLInputElement;
    await userEvent.upload(input, new File(["x"], name));
  };
  const refusal = dialog.getByText("This type of file is not supported.");
  await choose("Notes.txt");
  await expect.element(refusal).toBeVisible();
  const fileName = dialog.getByRole("textbox", { name: "File name" });
  await expect.element(fileName).toHaveValue("Notes");
  const layoutName = dialog.getByRole("textbox", { name: "Layout name" });
  await layoutName.fill("Letter to all");
  await choose("Letter.docx");
  await expect.element(fileName).toHaveValue("Letter");
  await expect.element(layoutName).toHaveValue("Letter to all");
  await expect.element(refusal).not.toBeInTheDocument();
});

test("[RP-01] a file too large to be filled is reported before sending", async () => {
  await page.viewport(1440, 900);
  await showLayouts("en");
  await page.getByRole("button", { name: "Add layout" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toHaveTextContent("Word documents over 30 MB are stored but not filled");
  const input = () => dialog.element().querySelector("input[type=file]") as HTMLInputElement;
  const choose = (bytes: number) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(bytes)], "Poster.docx"));
    input().files = files.files;
    input().dispatchEvent(new Event("change", { bubbles: true }));
  };
  const note = dialog.getByText("Over 30 MB: it is stored but not filled");
  choose(30 * 1024 * 1024 + 1);
  await expect.element(note).toBeVisible();
  choose(30 * 1024 * 1024);
  await expect.element(note).not.toBeInTheDocument();
});
