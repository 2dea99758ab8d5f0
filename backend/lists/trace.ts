import { sql } from "../database/sql";
import { instantOrNull } from "./list";

/** The columns about a record's last change, for the select list of a query that calls its table `alias`. */
export function traceColumns(alias: string) {
  const of = sql.identifier(alias);
  return sql`${of}.updated_on as "updatedOn", ${of}.updated_by_name as "updatedBy", ${of}.version`;
}

/** Reads the row of such a query together with the area's own columns; undefined without a row. */
export function readTraced<Row extends object>(
  row: Record<string, unknown> | undefined,
  read: (row: Record<string, unknown>) => Row,
) {
  return (
    row && {
      ...read(row),
      updatedOn: instantOrNull(row.updatedOn),
      updatedBy: row.updatedBy as string | null,
      version: row.version as number,
    }
  );
}
