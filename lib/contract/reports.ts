import * as z from "zod";
import { defineArea } from "./endpoint";
import { fileResponse } from "./file";
import { declareChanges } from "./history";
import { column, defineRecords } from "./records";
import {
  chosenRows,
  layoutRules,
  placeholder,
  reportDocument,
  reportLayoutBody,
  reportLayoutDetail,
  reportLayoutEdit,
  reportLayoutList,
  reportLayoutVersionList,
} from "./report-layouts";
import { reportSources } from "./report-sources";
import { nothing, orAsText, recordId, repeated } from "./schemas";

const shown = { readOnly: true, sorted: false, filtered: false } as const;

export const reportRecords = defineRecords("reports", {
  record: "report",
  name: "reportName",
  view: "ReportView",
  place: 70,
  // Reports are part of the product: they cannot be added or deleted.
  actions: ["EditAction", "HistoryAction"],
  sections: { LayoutSection: ["AddAction", "EditAction", "DeleteAction", "DownloadAction"] },
  columns: {
    reportName: column.text(100, { required: true, searched: true }),
    reportNameTranslation: column.translations(100),
    /** Its name in the language of the request. */
    reportNameTranslated: column.text(100, { ...shown, exported: false }),
    /** The area that provides its data. */
    source: column.choice(reportSources, { readOnly: true }),
    layoutCount: column.int({ readOnly: true, min: 0 }),
  },
});
export const reportPermissions = reportRecords.permissions;
declareChanges(
  ["ReportLayoutAdded", "ReportLayoutUpdated", "ReportLayoutRemoved"],
  "ReportView_LayoutSection",
);

export type ReportRow = z.output<typeof reportRecords.row>;
export type ReportDetail = z.output<typeof reportRecords.detail>;

const one = "/reports/:reportId";
const layout = `${one}/layouts/:reportLayoutId` as const;
const maySee = ["ReportView", "ReportView_LayoutSection"] as const;
const may = <const Action extends "AddAction" | "EditAction" | "DeleteAction" | "DownloadAction">(
  action: Action,
) => [...maySee, `ReportView_LayoutSection_${action}`] as const;

const byUpload = { upload: { ...layoutRules, isStreamed: true } } as const;

const {
  create: _create,
  remove: _remove,
  deleted: _deleted,
  restoreDeleted: _restored,
  ...recordCalls
} = reportRecords.calls;

export const reports = {
  ...recordCalls,
  ...defineArea("reports", {
    placeholders: {
      method: "GET",
      path: `${one}/placeholders`,
      access: maySee,
      summary: "The placeholders for the report's layouts.",
      response: z.array(placeholder),
      capability: "report-documents",
    },
    layouts: {
      method: "GET",
      path: `${one}/layouts`,
      access: maySee,
      summary: "A page of the report's layouts.",
      ...reportLayoutList.page,
    },
    createLayout: {
      method: "POST",
      path: `${one}/layouts`,
      access: may("AddAction"),
      summary: "Checks and stores a layout; returns the new id.",
      affects: ["reports"],
      body: reportLayoutBody,
      ...byUpload,
      response: z.string(),
    },
    removeLayouts: {
      method: "DELETE",
      path: `${one}/layouts`,
      access: may("DeleteAction"),
      summary: "Deletes layouts of the report.",
      affects: ["reports"],
      query: z.object({ reportLayoutIds: repeated(recordId) }),
      response: nothing,
    },
    // Before the calls below, which would match its path.
    downloadDefaultLayout: {
      method: "GET",
      path: `${one}/layouts/default/download`,
      access: may("DownloadAction"),
      summary: "A default layout to start with, made for the records of the report.",
      response: fileResponse,
      navigable: true,
    },
    layout: {
      method: "GET",
      path: layout,
      access: maySee,
      summary: "One layout, with its placeholders and warnings.",
      response: reportLayoutDetail,
      capability: "report-documents",
    },
    saveLayout: {
      method: "POST",
      path: `${layout}/update`,
      access: may("EditAction"),
      summary: "Saves a layout, and its checked file as the next version.",
      affects: ["reports"],
      body: reportLayoutEdit,
      ...byUpload,
      response: reportLayoutDetail,
    },
    downloadLayout: {
      method: "GET",
      path: `${layout}/download`,
      access: may("DownloadAction"),
      summary: "The layout's file.",
      response: fileResponse,
      navigable: true,
    },
    downloadLayoutVersion: {
      method: "GET",
      path: `${layout}/download/:syncVersion`,
      access: may("DownloadAction"),
      summary: "The layout's file as it was in a version.",
      response: fileResponse,
      navigable: true,
      capability: "report-documents",
    },
    layoutVersions: {
      method: "GET",
      path: `${layout}/versions`,
      access: maySee,
      summary: "A page of the layout's versions, with the changes of its placeholders.",
      ...reportLayoutVersionList.page,
      capability: "report-documents",
    },
    fillInBackground: {
      method: "POST",
      path: `${layout}/documents`,
      access: may("DownloadAction"),
      summary:
        "Fills the layout in the background, also with more rows than `filled` takes; returns the id of the document. The caller is notified when it is ready.",
      affects: ["reports"],
      body: z.object(chosenRows),
      response: z.string(),
      capability: "background-reports",
    },
    documents: {
      method: "GET",
      path: `${one}/documents`,
      access: may("DownloadAction"),
      summary: "The report's documents that the caller has requested within a week, newest first.",
      response: z.array(reportDocument),
      capability: "background-reports",
    },
    downloadDocument: {
      method: "GET",
      path: `${one}/documents/:reportDocumentId/download`,
      access: may("DownloadAction"),
      summary: "A finished document.",
      response: fileResponse,
      navigable: true,
      capability: "background-reports",
    },
    removeDocuments: {
      method: "DELETE",
      path: `${one}/documents`,
      access: may("DownloadAction"),
      summary: "Removes documents of the caller; one that is being created is cancelled.",
      affects: ["reports"],
      query: z.object({ reportDocumentIds: repeated(recordId) }),
      response: nothing,
      capability: "background-reports",
    },
    filled: {
      method: "GET",
      path: `${layout}/filled`,
      access: may("DownloadAction"),
      summary:
        "The layout filled with the rows that the caller is allowed to see, filtered and sorted as in their list; with isPreview only the first of them.",
      query: z.object({
        ...chosenRows,
        isPreview: orAsText(z.boolean()).default(false),
        /** PDF if the installation has a converter, see the capability `office-documents`. */
        format: z.enum(["docx", "pdf"]).default("docx"),
      }),
      response: fileResponse,
      navigable: true,
      capability: "report-documents",
    },
  }),
};
