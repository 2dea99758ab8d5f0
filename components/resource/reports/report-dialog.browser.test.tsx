import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { ReportLayout } from "@/lib/contract/report-layouts";
import type { ReportRow } from "@/lib/contract/reports";
import type { Language } from "@/lib/preferences/preferences";
import { press } from "@/tests/component/actions";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import type { ListState } from "../list/list-call";
import { ReportButton } from "./report-button";

const trace = { createdOn: "2026-03-01T09:30:00.000Z", createdBy: "ada", updatedOn: null, updatedBy: null };
const report = {
  ...{ reportId: "1", reportName: "Users", reportNameTranslated: "Users", source: "users", layoutCount: 3 },
  ...{ createdOn: trace.createdOn, createdBy: "ada" },
} as unknown as ReportRow;
const layout = (name: string, isFillable = true): ReportLayout => ({
  ...{ reportLayoutId: name, reportLayoutName: name, reportLayoutNameTranslated: name, fileName: name },
  reportLayoutNameTranslation: { en: "", de: "", pl: "", sr: "" },
  ...{
    fileExtension: "docx",
    fileSize: 20_000,
    description: "",
    syncVersion: 1,
    problemCount: 0,
    version: 1,
  },
  ...{ isFillable, ...trace },
});

const state: ListState = {
  ...{ page: 3, pageLimit: 25, sortBy: "lastName", sortDir: "desc", phrase: "mül" },
  filters: [{ column: "email", type: "text", operator: "contains", values: ["@"] }],
};

interface Having {
  layouts?: readonly ReportLayout[];
  language?: Language;
  area?: string;
}

/** Renders the button above a list of twelve users; the browser receives no generated documents. */
async function showButton({
  layouts = [layout("Letter"), layout("Poster")],
  language,
  area = "users",
}: Having = {}) {
  const shown = await show(<ReportButton area={area} collection="Users" state={state} totalCount={12} />, {
    ...{ at: "/users", language },
    answers(api) {
      api.answer(contract.reports.list, (heard) => listOf([report], heard));
      api.answer(contract.reports.layouts, (heard) => listOf([...layouts], heard));
      const refused = { status: 409, code: "layoutNotFillable", title: "", message: "It cannot be filled" };
      api.answer(contract.reports.filled, () => Response.json(refused, { status: 409 }));
    },
  });
  const filled = () => shown.api.calls.findLast(({ path }) => path.endsWith("/filled"));
  return { ...shown, filled };
}

const dialog = page.getByRole("dialog");

test("[RP-02] a report contains the rows of the list in its order, or all rows", async () => {
  await page.viewport(1440, 900);
  const { filled } = await showButton();
  await page.getByRole("button", { name: "Report" }).click();
  await expect.element(dialog.getByRole("combobox", { name: "Layout" })).toHaveValue("Letter");
  await expectAccessible("a report of a list");
  await dialog.getByRole("combobox", { name: "Layout" }).selectOptions("Poster");
  const make = dialog.getByRole("button", { name: "Create document" });
  await make.click();
  await expect
    .poll(() => Object.fromEntries(filled()?.query ?? []))
    .toEqual({
      ...{ phrase: "mül", sortBy: "lastName", sortDir: "desc", filters: "email:contains:@", format: "docx" },
    });
  expect(filled()?.path).toBe("/reports/1/layouts/Poster/filled");
  await expect.element(page.getByText("It cannot be filled").first()).toBeVisible();
  await dialog.getByRole("radio", { name: "All records, by name" }).click();
  await dialog.getByRole("radio", { name: "PDF" }).click();
  await make.click();
  await expect.poll(() => Object.fromEntries(filled()?.query ?? [])).toMatchObject({ format: "pdf" });
  expect(filled()?.query.has("filters")).toBe(false);
  await press("Escape");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("[RP-02] without a fillable layout, a link leads to where one is added", async () => {
  await page.viewport(390, 800);
  const { tabs } = await showButton({ layouts: [layout("Old", false)], language: "de" });
  await page.getByRole("button", { name: "Bericht" }).click();
  await expect.element(dialog.getByText("Der Bericht hat noch keine füllbare Vorlage")).toBeVisible();
  await expectAccessible("no layout to fill, on a phone");
  await dialog.getByRole("link", { name: "Zu „Users“" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(JSON.stringify(tabs.getState())).toContain("/reports/1");
});

test("[RP-02] a list without reports offers none", async () => {
  await showButton({ area: "attachment-status" });
  await expect.element(page.getByRole("button", { name: "Report" })).not.toBeInTheDocument();
});
