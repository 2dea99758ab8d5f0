export { checks } from "./checks";

import { contract } from "../../../lib/contract";
import { type Context, implement, slowHandler, slowHandlerIf } from "../../endpoint/route";
import { listFacts, listPage } from "../../lists/list";
import type { ListQuery, ListSource } from "../../lists/list-source";
import { recordHandlers } from "../../records/handlers";
import { documentResponse, documentsOf, removeDocuments, requestDocument } from "./background";
import { docxType, filledDocument, layoutResponse } from "./documents";
import { placeholdersOf } from "./filling/sources";
import { starterOf } from "./filling/starter-layout";
import { fileOfLayout, versionsOf } from "./layout-files";
import {
  checkedFile,
  checkLayoutSave,
  createLayout,
  layoutOf,
  layoutsOf,
  removeLayouts,
  reportTable,
  saveLayout,
} from "./layouts";

const {
  create: _create,
  remove: _remove,
  deleted: _deleted,
  restoreDeleted: _restored,
  ...handlers
} = recordHandlers(reportTable);

const page = <SortBy extends string, Row, FilterBy extends string>(
  context: Context,
  source: ListSource<SortBy, Row, FilterBy>,
  query: ListQuery<SortBy, FilterBy>,
) => listPage(context.db, source, query, listFacts(context));

export const routes = implement(contract.reports, {
  ...handlers,
  placeholders: async ({ params, context }) =>
    placeholdersOf((await reportTable.get(context.db, params.reportId)).source),
  layouts: async ({ params, query, context }) => {
    await reportTable.get(context.db, params.reportId);
    return page(context, layoutsOf(params.reportId), query);
  },
  layout: ({ params, context }) => layoutOf(context.db, params.reportId, params.reportLayoutId),
  createLayout: slowHandler({
    check: ({ params, context }) => reportTable.get(context.db, params.reportId),
    prepare: ({ params, body, context }) => checkedFile(context, params.reportId, body.file),
    handle: ({ params, body, context }, checked) => createLayout(context, params.reportId, body, checked),
  }),
  saveLayout: slowHandlerIf(({ body }) => Boolean(body.file), {
    check: ({ params, body, context }) => checkLayoutSave(context, params, body),
    prepare: ({ params, body, context }) => checkedFile(context, params.reportId, body.file),
    handle: ({ params, body, context }, checked) => saveLayout(context, params, body, checked),
  }),
  removeLayouts: ({ params, query, context }) =>
    removeLayouts(context, params.reportId, query.reportLayoutIds),
  downloadLayout: async ({ params, context }) =>
    layoutResponse(context, await fileOfLayout(context.db, params.reportId, params.reportLayoutId)),
  downloadLayoutVersion: async ({ params, context }) =>
    layoutResponse(
      context,
      await fileOfLayout(context.db, params.reportId, params.reportLayoutId, params.syncVersion),
    ),
  layoutVersions: async ({ params, query, context }) => {
    await layoutOf(context.db, params.reportId, params.reportLayoutId);
    return page(context, versionsOf(params.reportLayoutId), query);
  },
  fillInBackground: ({ params, body, context }) => requestDocument(context, params, body),
  documents: ({ params, context }) => documentsOf(context, params.reportId),
  downloadDocument: ({ params, context }) =>
    documentResponse(context, params.reportId, params.reportDocumentId),
  removeDocuments: ({ params, query, context }) =>
    removeDocuments(context, params.reportId, query.reportDocumentIds),
  filled: ({ params, query, context }) => filledDocument(context, params, query),
  downloadDefaultLayout: async ({ params, context }) => {
    const report = await reportTable.get(context.db, params.reportId);
    return {
      fileName: `${report.reportNameTranslated}.docx`,
      mediaType: docxType,
      content: starterOf(report.source, context.language),
      isDetached: true,
    };
  },
});

export { fillDueDocuments } from "./due-documents";
export { reportTable as table };
