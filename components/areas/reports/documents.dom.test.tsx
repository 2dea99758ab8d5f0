// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryKeyOf } from "@/lib/client/api/query";
import { PublicConfigProvider } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import type { ReportDocument } from "@/lib/contract/report-layouts";
import common from "@/messages/en/common.json";
import reports from "@/messages/en/reports.json";
import Documents from "./documents";

vi.mock("@/lib/client/format", () => ({ useFormat: () => ({ dateTime: (text: string) => text }) }));

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

const made: ReportDocument = {
  reportDocumentId: "d",
  documentName: "people.docx",
  phrase: "",
  state: "done",
  rowCount: 20_000,
  rowsDone: 20_000,
  fileSize: 2_000_000,
  createdOn: "2026-11-23T08:00:00.000Z",
  finishedOn: "2026-11-23T08:01:00.000Z",
};

function show(documents: ReportDocument[]) {
  act(() => root.unmount());
  root = createRoot(body);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(queryKeyOf(contract.reports.documents, { params: { reportId: "r" } }), documents);
  const report = { reportId: "r" } as Parameters<typeof Documents>[0]["report"];
  act(() =>
    root.render(
      <NextIntlClientProvider locale="en" messages={{ common, reports }} timeZone="UTC">
        <PublicConfigProvider config={{ prefix: "/base" } as never}>
          <QueryClientProvider client={client}>
            <Documents report={report} />
          </QueryClientProvider>
        </PublicConfigProvider>
      </NextIntlClientProvider>,
    ),
  );
}

test("[RP-02] each document shows its progress, and a finished one has a download link", () => {
  show([made]);
  expect(body.textContent).toContain("Ready, 1.9 MB");
  const link = body.querySelector("a");
  expect(link?.getAttribute("href")).toBe("/base/api/reports/r/documents/d/download");
  expect(link?.getAttribute("aria-label")).toBe("Download people.docx");
  show([{ ...made, state: "running", rowsDone: 5_000, fileSize: null, finishedOn: null }]);
  expect(body.textContent).toContain("5,000 of 20,000 records");
  expect(body.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")).toBe("25");
  show([{ ...made, state: "failed", fileSize: null }]);
  expect(body.textContent).toContain("Could not be created");
  expect(body.querySelector("a")).toBeNull();
  show([]);
  expect(body.textContent).toBe("");
});
