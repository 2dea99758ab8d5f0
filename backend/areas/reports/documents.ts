import type { FileResponse } from "../../../lib/contract/file";
import { countOnly } from "../../../lib/contract/paging";
import type { DocumentFormat } from "../../../lib/contract/report-layouts";
import type { ReportDetail } from "../../../lib/contract/reports";
import { factsOf, listPage } from "../../database/list";
import { conflict, forbidden, notFound, RequestError } from "../../http/errors";
import type { Context, RequestFacts } from "../../http/route";
import { LayoutProcess, type Texts } from "../../reports/layout-process";
import { Answers, type RawRow, type ReportFacts, reportFacts, rowsOf } from "../../reports/report-data";
import { placeholdersOf, sources } from "../../reports/sources";
import { readTemplate } from "../../reports/template";
import { fileOfLayout, keyOfLayout, type LayoutFile, reportTable } from "./layouts";

export const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Rows of a preview, and of a document that somebody waits for. */
const most = { preview: 10, rows: 10_000 };

interface Asked {
  phrase: string;
  isPreview: boolean;
  format: DocumentFormat;
}

/**
 * A layout filled with the rows that the caller may see. Rows are read in the request's transaction; the document is made when
 * that is over.
 * @throws {RequestError} 404, 403 without the permission for the source's list, 409 for a layout that cannot be filled, 400 for too
 *   many rows
 */
export async function filledDocument(
  context: Context,
  { reportId, reportLayoutId }: { reportId: string; reportLayoutId: string },
  { phrase, isPreview }: Asked,
): Promise<FileResponse> {
  const { db, tenant, user, language, timeZone } = context;
  const report = await reportTable.get(db, reportId);
  const layout = await fileOfLayout(db, reportId, reportLayoutId);
  mayFill(context, report, layout);
  const facts = await reportFacts(db, report, { tenantName: tenant.name, user, language, timeZone });
  const rowCount = await countRows(context, report, phrase);
  if (!isPreview && rowCount > most.rows)
    throw new RequestError("tooManyRows", { status: 400, values: { limit: most.rows } });
  const rows: RawRow[] = [];
  const asked = { phrase, most: isPreview ? most.preview : most.rows, facts: factsOf(context) };
  for await (const some of rowsOf(db, report.source, asked)) rows.push(...some);
  return {
    fileName: nameOf(layout, "docx"),
    mediaType: docxType,
    content: fill(context, layout, { ...facts, rowCount }, rows),
    isDetached: true,
  };
}

const nameOf = ({ fileName }: LayoutFile, extension: string) =>
  fileName.toLowerCase().endsWith(`.${extension}`) ? fileName : `${fileName}.${extension}`;

function mayFill({ user }: Context, { source }: ReportDetail, { isFillable }: LayoutFile): void {
  if (!user.permissions.has(sources[source].permission)) throw forbidden();
  if (!isFillable) throw conflict("layoutNotFillable");
}

async function countRows(context: Context, { source }: ReportDetail, phrase: string): Promise<number> {
  const { list, sortBy } = sources[source];
  const query = { page: 1, pageLimit: countOnly, sortBy, sortDir: "asc" as const, phrase, filters: [] };
  return (await listPage(context.db, list, query, factsOf(context))).totalCount;
}

/** Rows that are worked out before others have their turn. */
const atOnce = 100;

async function* fill(
  { files, tenant, user }: Pick<RequestFacts, "files" | "tenant"> & Pick<Context, "user">,
  { fileId }: LayoutFile,
  facts: ReportFacts,
  rows: readonly RawRow[],
): AsyncGenerator<Uint8Array> {
  const logo = facts.logo ? await bytesOf(files, `${tenant.tenantId}/avatars/${facts.logo}.webp`) : undefined;
  const process = await LayoutProcess.begin(user.userId, async function* () {
    const stored = await files.read(keyOfLayout(tenant.tenantId, fileId));
    if (!stored) throw notFound();
    yield* stored.content;
  });
  try {
    const { paragraphs } = await process.read();
    const plan = readTemplate(paragraphs, placeholdersOf(facts.source), facts.source);
    const answers = new Answers(plan, facts);
    for (let from = 0; from < rows.length; from += atOnce) {
      const some: Texts[] = rows
        .slice(from, from + atOnce)
        .map((row, index) => answers.ofRow(row, from + index + 1));
      await process.rows(some);
    }
    const { names } = answers;
    yield* process.fill({
      delimiters: plan.delimiters,
      lists: plan.lists,
      data: {
        report: { names: names.ofReport, values: answers.ofReport() },
        rows: { names: names.ofRow, list: [] },
      },
      logo,
    });
  } finally {
    process.end();
  }
}

/** A logo is small. What is lost is left out. */
async function bytesOf(files: RequestFacts["files"], key: string): Promise<Uint8Array | undefined> {
  const stored = await files.read(key);
  if (!stored) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of stored.content) parts.push(part);
  return Buffer.concat(parts);
}

/** The file of a layout, whole or in parts. */
export function layoutResponse(
  { tenant: { tenantId }, files }: Pick<RequestFacts, "tenant" | "files">,
  layout: LayoutFile,
): FileResponse {
  const key = keyOfLayout(tenantId, layout.fileId);
  async function* bytes(range?: { start: number; end: number }) {
    const stored = await files.read(key, range);
    if (!stored) throw notFound();
    yield* stored.content;
  }
  return {
    fileName: nameOf(layout, layout.fileExtension),
    mediaType: layout.fileExtension === "docx" ? docxType : "application/octet-stream",
    content: bytes(),
    isDetached: true,
    stored: { size: layout.fileSize, entityTag: `"${layout.fileChecksum}"`, part: bytes },
  };
}
