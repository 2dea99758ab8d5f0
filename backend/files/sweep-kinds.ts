import { type SQL, sql } from "drizzle-orm";

/** Files at `<tenantId>/<folder>/<fileId>.<extension>`, each for a row that names it. */
export interface FileKind {
  folder: string;
  extension: string;
  /** Selects `tenant_id` and `file_id` of every file that a row names; looked into by `file_id`, which needs an index. */
  named: SQL;
}

/** A line for each kind of file. What has none is never swept, and not missed either. */
export const fileKinds: readonly FileKind[] = [
  {
    folder: "avatars",
    extension: "webp",
    named: sql`select tenant_id, avatar as file_id from users where avatar is not null`,
  },
];
