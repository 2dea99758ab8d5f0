import { sql } from "drizzle-orm";
import { translated } from "../database/transaction";

/** What a status, a row that is called `s`, is called in the language of the running transaction (AM-04). */
export const statusName = translated(
  sql`s.attachment_status_name`,
  sql`s.attachment_status_name_translation`,
);
