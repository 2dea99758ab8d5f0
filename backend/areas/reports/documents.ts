import type { FileResponse } from "../../../lib/contract/file";
import { countOnly } from "../../../lib/contract/paging";
import type { ChosenRows } from "../../../lib/contract/report-layouts";
import type { ReportDetail } from "../../../lib/contract/reports";
import { readPicture } from "../../attachments/avatars";
import { conflict, RequestError } from "../../core/errors";
import { requirePermission } from "../../endpoint/permission";
import type { Context, RequestFacts } from "../../endpoint/route";
import { bytesOf, type FileStore, fileKey, layoutFiles } from "../../files/store";
import { listFacts, listPage } from "../../lists/list";
import type { Departure } from "../../queues/fair-limiter";
import { askerIn } from "../../queues/fair-queue";
import { type RowsQuery, rowsQueryOf } from "./filling/chosen-rows";
import { LayoutProcess, planNames, type RowTexts } from "./filling/layout-process";
import { Answers, type ReportFacts, reportFacts } from "./filling/report-data";
import { type RawRow, readReportRows } from "./filling/report-rows";
import { permissionsToSee, placeholdersOf, sources } from "./filling/sources";
import { readTemplate } from "./filling/template";
import { fileOfLayout, type LayoutFile } from "./layout-files";
import { reportTable } from "./layouts";

export const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/**
 * Row limits of a preview, and of documents made on request. Office programs need time quadratic in the pages of a PDF:
 * 24 s for 2,500 rows, which is a browser's limit, and over five minutes for 10,000.
 */
const rowLimits = { preview: 10, docx: 10_000, pdf: 2_000 };

interface FillOptions extends ChosenRows {
  isPreview: boolean;
  format: "docx" | "pdf";
}

/**
 * Fills a layout with the rows that the caller may see. Reads them in the request's transaction, and creates the document
 * after it.
 * @throws {RequestError} 404, 403 without the permission for the source's list or a filter or sort column, 409 for a
 *   layout that cannot be filled, 400 for too many rows, invalid filters, and a PDF without a converter
 */
export async function filledDocument(
  context: Context,
  { reportId, reportLayoutId }: { reportId: string; reportLayoutId: string },
  { isPreview, format, ...chosen }: FillOptions,
): Promise<FileResponse> {
  const { db, tenant, user, language, timeZone, converter } = context;
  if (format === "pdf" && !converter) throw new RequestError("noConverter", { status: 400 });
  const report = await reportTable.get(db, reportId);
  const layout = await fileOfLayout(db, reportId, reportLayoutId);
  checkFill(user.permissions, report, layout);
  const asking = { tenantName: tenant.name, user, language, timeZone };
  const facts = await reportFacts(db, report, layout, asking);
  const limit = isPreview ? Number.POSITIVE_INFINITY : rowLimits[format];
  const query = rowsQueryOf(report.source, chosen);
  const rowCount = await countRows(context, report, { query, most: limit, format });
  const rows: RawRow[] = [];
  const { lists } = facts;
  const asked = {
    query,
    most: isPreview ? rowLimits.preview : rowLimits[format],
    facts: listFacts(context),
    lists,
  };
  for await (const some of readReportRows(db, report.source, asked)) rows.push(...some);
  const { files, departure } = context;
  const where = { files, tenantId: tenant.tenantId, userId: user.userId, departure };
  const document = fill(where, layout, { ...facts, rowCount }, [rows]);
  if (format === "docx" || !converter)
    return { fileName: nameOf(layout, "docx"), mediaType: docxType, content: document, ...whileSent };
  return {
    fileName: `${nameOf(layout, "docx").replace(/\.docx$/i, "")}.pdf`,
    mediaType: "application/pdf",
    content: converter.pdfOf({ extension: "docx", content: document }, { by: askerIn(context), departure }),
    ...whileSent,
  };
}

/** Buffers the document in memory until it is sent. */
const whileSent = { isDetached: true, isHeld: true };

export const nameOf = ({ fileName }: LayoutFile, extension: string) =>
  fileName.toLowerCase().endsWith(`.${extension}`) ? fileName : `${fileName}.${extension}`;

/** @throws {RequestError} 403 without the permissions for the layout's data, 409 for a layout that cannot be filled */
export function checkFill(
  permissions: Context["user"]["permissions"],
  { source }: ReportDetail,
  { isFillable, placeholders }: LayoutFile,
): void {
  requirePermission(permissionsToSee(source, placeholders), permissions);
  if (!isFillable) throw conflict("layoutNotFillable");
}

/** Row limit of documents made in the background. */
export const maxRows = 50_000;

/** @throws {RequestError} 400 for more than `most`, 403 for filters by columns that the caller may not see */
export async function countRows(
  context: Context,
  { source }: ReportDetail,
  { query, most, format }: { query: RowsQuery; most: number; format: FillOptions["format"] },
): Promise<number> {
  const { list } = sources[source];
  const counting = { ...query, page: 1, pageLimit: countOnly };
  const { totalCount } = await listPage(context.db, list, counting, listFacts(context));
  if (totalCount > most && format === "pdf")
    throw new RequestError("tooManyRowsForPdf", { status: 400, values: { limit: most, most: maxRows } });
  if (totalCount > most) throw new RequestError("tooManyRows", { status: 400, values: { limit: most } });
  return totalCount;
}

/** Rows evaluated before yielding to other work. */
const answersAtOnce = 1_000;

/** A background document: `onRows` reports the number of rows so far, and `signal` aborts it. */
interface BackgroundOptions {
  onRows: (count: number) => void;
  signal: AbortSignal;
}

interface FillContext {
  files: FileStore;
  tenantId: string;
  userId: string;
  departure?: Departure;
}

/** Fills a layout with rows as they arrive. @throws {RequestError} 400 when it is too large, 503 when too many wait */
export async function* fill(
  { files, tenantId, userId, departure }: FillContext,
  { fileId }: LayoutFile,
  facts: ReportFacts,
  rows: Iterable<readonly RawRow[]> | AsyncIterable<readonly RawRow[]>,
  background?: BackgroundOptions,
): AsyncGenerator<Uint8Array> {
  // A lost logo is omitted.
  const logo = facts.logo ? await readPicture(files, tenantId, facts.logo, { isPrinted: true }) : undefined;
  const file = () => bytesOf(files, fileKey(layoutFiles, { tenantId, fileId }));
  const process = background
    ? LayoutProcess.inBackground(file, background)
    : await LayoutProcess.begin({ tenant: tenantId, person: userId }, file, { departure });
  try {
    const { paragraphs } = await process.read();
    const plan = readTemplate(paragraphs, placeholdersOf(facts.source), facts.source);
    const answers = new Answers(plan, facts);
    const atOnce = Math.ceil(answersAtOnce / Math.max(1, plan.ofRow.length));
    let before = 0;
    for await (const some of rows) {
      for (let from = 0; from < some.length; from += atOnce) {
        const answered: RowTexts[] = some
          .slice(from, from + atOnce)
          .map((row, index) => answers.ofRow(row, before + from + index + 1));
        await process.rows(answered);
      }
      before += some.length;
    }
    const names = planNames(plan);
    yield* process.fill({
      delimiters: plan.delimiters,
      lists: plan.lists,
      data: {
        report: { names: names.ofReport, values: answers.ofReport() },
        rows: { ...names.ofRow, list: [] },
      },
      logo,
    });
  } finally {
    process.end();
  }
}

/** A layout's file, whole or in parts. */
export function layoutResponse(
  { tenant: { tenantId }, files }: Pick<RequestFacts, "tenant" | "files">,
  layout: LayoutFile,
): FileResponse {
  const key = fileKey(layoutFiles, { tenantId, fileId: layout.fileId });
  return {
    fileName: nameOf(layout, layout.fileExtension),
    mediaType: layout.fileExtension === "docx" ? docxType : "application/octet-stream",
    content: bytesOf(files, key),
    isDetached: true,
    stored: {
      size: layout.fileSize,
      entityTag: `"${layout.fileChecksum}"`,
      part: (range) => bytesOf(files, key, range),
    },
  };
}
