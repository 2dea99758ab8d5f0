// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/components/shell/messages/query-client";
import { RequestMessages } from "@/components/shell/messages/request-messages";
import { download } from "@/lib/client/api/download";
import { ApiError } from "@/lib/client/api/error";
import { queryKeyOf } from "@/lib/client/api/query";
import { saveFile } from "@/lib/client/save-file";
import { contract } from "@/lib/contract";
import type { ImportDetail } from "@/lib/contract/imports";
import common from "@/messages/en/common.json";
import words from "@/messages/en/import.json";
import ImportDialog from "./import-dialog";

const { reportError } = vi.hoisted(() => ({ reportError: vi.fn() }));
vi.mock("@/components/errors/report-error", () => ({ reportError, logError: vi.fn() }));
vi.mock("@/lib/client/format", () => ({ useFormat: () => ({ dateTime: (text: string) => text }) }));
vi.mock("@/lib/client/api/download", () => ({ download: vi.fn() }));
vi.mock("@/lib/client/save-file", () => ({ saveFile: vi.fn() }));

let root: Root;
const body = document.body.appendChild(document.createElement("div"));
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(body);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const none = { rows: 0, created: 0, changed: 0, unchanged: 0, faulty: 0 };
const faulty: ImportDetail = {
  importId: "i",
  area: "roles",
  fileName: "roles.csv",
  encoding: "utf-8",
  separator: ";",
  sheet: "",
  sheets: [],
  headingRow: 1,
  firstRows: [],
  trimmedCount: 0,
  warnings: [],
  isRead: true,
  rowCount: 1,
  columns: [],
  fields: [],
  dryRun: none,
  run: { ...none, rows: 1, faulty: 1 },
  undo: { rows: 0, undone: 0, kept: 0 },
  isAllOrNothing: false,
  createdOn: "2026-11-23T08:00:00.000Z",
};

const press = async (name: string) => {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  await act(async () => button?.click());
};

test("[TL-09] [ER-02] a failed download of faults shows the reason and can be retried", async () => {
  const client = createQueryClient();
  client.setQueryData(queryKeyOf(contract.imports.list, { query: { area: "roles" } }), [faulty]);
  const rows = { params: { importId: "i" }, query: { pageLimit: 50, outcome: "faulty" } } as const;
  client.setQueryData(queryKeyOf(contract.imports.rows, rows), { list: [], totalCount: 0 });
  await act(async () =>
    root.render(
      <NextIntlClientProvider locale="en" messages={{ common, import: words }} timeZone="UTC">
        <QueryClientProvider client={client}>
          <RequestMessages />
          <ImportDialog area="roles" collection="Roles" onClose={() => {}} />
        </QueryClientProvider>
      </NextIntlClientProvider>,
    ),
  );
  await press(words.open);
  const refusal = new ApiError({ status: 409, code: "conflict", title: "Not now" });
  vi.mocked(download).mockRejectedValueOnce(refusal);
  await press(words.faultsFile);
  expect(reportError).toHaveBeenCalledExactlyOnceWith("Not now", refusal);
  expect(saveFile).not.toHaveBeenCalled();
  const file = { content: new Blob(), fileName: "faults.csv" };
  vi.mocked(download).mockResolvedValueOnce(file);
  await press(words.faultsFile);
  expect(saveFile).toHaveBeenCalledExactlyOnceWith(file.content, "faults.csv");
  expect(reportError).toHaveBeenCalledOnce();
});
