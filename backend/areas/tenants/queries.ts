import { tenantRecords } from "../../../lib/contract/tenants";
import { hostTenant } from "../../core/tenant-prefix";
import { sql } from "../../database/sql";
import { recordTable } from "../../records/table";

/** All tenants, for the host. There are thousands at most, so they are counted and sorted directly. */
export const tenantTable = recordTable(tenantRecords, {
  columns: {
    tenantName: { column: "name" },
    tenantIdentifier: { column: "identifier", by: sql`r.identifier collate "C"` },
    tenantColour: { column: "colour" },
    isHost: { read: sql`r.identifier = ${hostTenant}` },
    userCount: { read: sql`tenant_user_count(r.tenant_id)` },
  },
  search: { rows: sql`tenants r`, text: sql`(r.name_sort || E'\n' || r.identifier)` },
  isCounted: false,
});
