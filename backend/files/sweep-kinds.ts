import { type SQL, sql } from "drizzle-orm";

/** Files at `<tenantId>/<folder>/<fileId>.<extension>`, each for a row that names it. */
export interface FileKind {
  folder: string;
  extension: string;
  /** Selects `tenant_id` and `file_id` of every file that a row names; looked into by both, or by an index on the latter. */
  named: SQL;
  /** What is missing is made again when it is asked for. */
  isDerived?: true;
}

// What has no size is a link.
const attachmentFiles = sql`select tenant_id, attachment_file_id as file_id from attachment_files where file_size is not null`;

/** A line for each kind of file. What has none is never swept, and not missed either. */
export const fileKinds: readonly FileKind[] = [
  {
    folder: "avatars",
    extension: "webp",
    named: sql`select tenant_id, avatar as file_id from users where avatar is not null
      union all select tenant_id, avatar from organisation_settings where avatar is not null`,
  },
  { folder: "attachments", extension: "bin", named: attachmentFiles },
  { folder: "thumbnails", extension: "webp", named: attachmentFiles, isDerived: true },
];
