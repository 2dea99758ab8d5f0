import { reportLayoutVersionList } from "../../../lib/contract/report-layouts";
import { notFound } from "../../core/errors";
import { type SQL, sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { listSource } from "../../lists/declared-list";

/** The file versions of a layout, with added and removed placeholders. */
export function versionsOf(layoutId: string) {
  const less = (one: SQL, other: SQL) => sql`(select coalesce(jsonb_agg(name order by place), '[]')
    from jsonb_array_elements_text(${one}) with ordinality as named (name, place)
    where not coalesce(${other}, '[]') ? name)`;
  return listSource(reportLayoutVersionList, {
    from: sql`(select v.*, lag(v.placeholders) over (order by v.sync_version) as before
      from report_layout_files v where v.report_layout_id = ${layoutId}) r`,
    where: sql`true`,
    id: sql`r.report_layout_file_id`,
    columns: {
      added: { read: less(sql`r.placeholders`, sql`r.before`) },
      removed: { read: less(sql`r.before`, sql`r.placeholders`) },
    },
    search: { text: sql`fold(r.file_name)` },
  });
}

/** A layout's file in the store. */
export interface LayoutFile extends Record<string, unknown> {
  fileId: string;
  fileName: string;
  fileExtension: string;
  fileSize: number;
  fileChecksum: string;
  isFillable: boolean;
  placeholders: string[];
}

/** @param version the newest by default @throws {RequestError} 404 */
export async function fileOfLayout(
  db: Database,
  reportId: string,
  layoutId: string,
  version?: string,
): Promise<LayoutFile> {
  if (version !== undefined && !/^\d{1,9}$/.test(version)) throw notFound();
  const wanted = version === undefined ? sql`l.sync_version` : sql`${Number(version)}::int`;
  const { rows } = await db.execute<LayoutFile>(sql`
    select f.report_layout_file_id as "fileId", l.file_name as "fileName", f.file_extension as "fileExtension",
      f.file_size::float8 as "fileSize", f.file_checksum as "fileChecksum", f.is_fillable as "isFillable", f.placeholders
    from report_layouts l join report_layout_files f using (tenant_id, report_layout_id)
    where l.report_id = ${reportId} and l.report_layout_id = ${layoutId} and l.archived_on is null
      and f.sync_version = ${wanted}`);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** An existing file of a layout. @throws {RequestError} 404 */
export async function layoutFileById(db: Database, fileId: string): Promise<LayoutFile> {
  const { rows } = await db.execute<{ reportId: string; layoutId: string; version: number }>(sql`
    select l.report_id as "reportId", l.report_layout_id as "layoutId", f.sync_version as version
    from report_layouts l join report_layout_files f using (tenant_id, report_layout_id)
    where f.report_layout_file_id = ${fileId}`);
  const [found] = rows;
  if (!found) throw notFound();
  return fileOfLayout(db, found.reportId, found.layoutId, String(found.version));
}
