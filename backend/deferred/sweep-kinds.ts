import { type SQL, sql } from "../database/sql";
import {
  attachmentFiles,
  avatarFiles,
  type FilePlace,
  importFiles,
  layoutFiles,
  logoFiles,
  pdfFiles,
  previewFiles,
  reportDocumentFiles,
  thumbnailFiles,
} from "../files/store";

/** Files to which rows refer. */
export interface FileKind extends FilePlace {
  /** Selects `tenant_id` and `file_id` of every referenced file; searched by both, or by an index on the latter. */
  named: SQL;
  /** Missing files are generated again on request. */
  isDerived?: true;
}

// A backup reads a schema of an earlier version too, which may lack the column.
const logos = sql`select tenant_id, avatar as file_id from organisation_settings where avatar is not null
      union all select tenant_id, logo from themes where logo is not null
      union all select tenant_id, (to_jsonb(themes) ->> 'dark_logo')::uuid from themes
        where to_jsonb(themes) ->> 'dark_logo' is not null`;

// Versions without a size are links.
const storedVersions = sql`select tenant_id, attachment_file_id as file_id from attachment_files where file_size is not null`;

/** A line for each kind of file. Others are neither swept nor reported missing. */
export const fileKinds: readonly FileKind[] = [
  {
    ...avatarFiles,
    named: sql`select tenant_id, avatar as file_id from users where avatar is not null
      union all ${logos}`,
  },
  // Earlier logos exist only in the small size, which is used then.
  { ...logoFiles, named: logos, isDerived: true },
  { ...layoutFiles, named: sql`select tenant_id, report_layout_file_id as file_id from report_layout_files` },
  {
    ...reportDocumentFiles,
    named: sql`select tenant_id, file_id from report_documents where file_id is not null`,
  },
  { ...attachmentFiles, named: storedVersions },
  { ...pdfFiles, named: storedVersions, isDerived: true },
  // Read and removed by the uploading request: older ones were left by a process that ended.
  { ...importFiles, named: sql`select null::uuid as tenant_id, null::uuid as file_id where false` },
  { ...previewFiles, named: storedVersions, isDerived: true },
  { ...thumbnailFiles, named: storedVersions, isDerived: true },
];
