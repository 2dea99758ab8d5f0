// See docs/decisions/0077.

import { attributeRecords } from "../../lib/contract/attributes";
import { valueTables } from "../attributes/values";
import { type SQL, sql } from "../database/sql";
import { recordTable } from "./table";

/** Whether any record has a value of an attribute; its id is `attributeId`, its tenant `tenantId`. */
const isUsed = sql.join(
  valueTables.map(
    ({ name }) =>
      sql`exists (select from ${name} v where v.tenant_id = r.tenant_id and v.attribute_id = r.attribute_id)`,
  ),
  " or ",
);

const text = (name: string): { read: SQL } => ({
  read: sql`coalesce(r.attribute_options ->> ${sql.raw(`'${name}'`)}, '')`,
});
const flag = (name: string): { read: SQL } => ({
  read: sql`coalesce((r.attribute_options ->> ${sql.raw(`'${name}'`)})::boolean, false)`,
});

export const attributeTable = recordTable(attributeRecords, {
  columns: {
    trueCaption: text("trueCaption"),
    falseCaption: text("falseCaption"),
    hideCaption: flag("hideCaption"),
    decimalScale: { read: sql`(r.attribute_options ->> 'decimalScale')::int` },
    calculatedAttribute: text("calculatedAttribute"),
    showTimeSelect: flag("showTimeSelect"),
    showSignaturePad: flag("showSignaturePad"),
    bold: flag("bold"),
    italic: flag("italic"),
    underline: flag("underline"),
    fontSize: text("fontSize"),
    assignmentCount: {
      read: sql`(select count(*)::int from attribute_assignments s
        where s.tenant_id = r.tenant_id and s.attribute_id = r.attribute_id)`,
    },
    isUsed: { read: sql`(${isUsed})` },
  },
});
