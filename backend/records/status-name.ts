import { sql } from "../database/sql";
import { translated } from "../database/transaction";

/** A status's name in the transaction's language (AM-04), for a row `s`. */
export const statusName = translated(
  sql`s.attachment_status_name`,
  sql`s.attachment_status_name_translation`,
);
