import { type SQL, sql } from "drizzle-orm";
import type { TenantDetail, TenantRow } from "../../../lib/contract/tenants";
import { instantOf } from "../../database/list";
import type { ListSource } from "../../database/list-source";
import { readTraced, traceColumns } from "../../database/trace";
import type { Database } from "../../database/transaction";
import { hostTenant } from "../../http/tenant-prefix";

type Raw = Record<string, unknown>;

const rowColumns = sql`t.tenant_id as "tenantId", t.name as "tenantName", t.identifier as "tenantIdentifier",
  t.is_active as "isActive", t.colour as "tenantColour", t.identifier = ${hostTenant} as "isHost",
  tenant_user_count(t.tenant_id) as "userCount", t.created_on as "createdOn", t.created_by_name as "createdBy"`;

function readRow(row: Raw): TenantRow {
  return {
    tenantId: row.tenantId as string,
    tenantName: row.tenantName as string,
    tenantIdentifier: row.tenantIdentifier as string,
    isActive: row.isActive as boolean,
    tenantColour: row.tenantColour as string,
    isHost: row.isHost as boolean,
    userCount: Number(row.userCount),
    createdOn: instantOf(row.createdOn),
    createdBy: row.createdBy as string,
  };
}

type TenantColumn = "tenantName" | "tenantIdentifier" | "isActive" | "userCount" | "createdOn" | "createdBy";

const columns = {
  tenantName: { by: sql`t.name_sort` },
  tenantIdentifier: { by: sql`t.identifier collate "C"` },
  isActive: { by: sql`t.is_active` },
  userCount: { by: sql`tenant_user_count(t.tenant_id)` },
  createdOn: { by: sql`t.created_on` },
  createdBy: { by: sql`t.created_by_sort` },
};

/** All tenants, for the host. There are thousands at most, so they are counted and sorted as they come. */
export const tenantList: ListSource<TenantColumn, TenantRow, TenantColumn> = {
  rows: sql`tenants t`,
  where: sql`t.archived_on is null`,
  id: sql`t.tenant_id`,
  sorts: columns,
  filters: columns,
  search: { rows: sql`tenants t`, text: sql`(t.name_sort || E'\n' || t.identifier)` },
  detail: { columns: rowColumns, join: sql`tenants t on t.tenant_id = page.id`, isInRows: true },
  read: readRow,
};

/** A living tenant, or undefined. */
export async function findTenant(db: Database, tenantId: string): Promise<TenantDetail | undefined> {
  const { rows } = await db.execute<Raw>(sql`
    select ${rowColumns}, ${traceColumns("t")}
    from tenants t where t.tenant_id = ${tenantId} and t.archived_on is null`);
  return readTraced(rows[0], readRow);
}

interface StoredTenant extends Raw {
  tenantId: string;
  tenantIdentifier: string;
  isActive: boolean;
  tenantColour: string;
  version: number;
}

/** Locks the living tenants of the given ids, in one order so that two such calls do not wait for each other. */
export async function lockTenants(db: Database, ids: SQL): Promise<StoredTenant[]> {
  const { rows } = await db.execute<StoredTenant>(sql`
    select tenant_id as "tenantId", identifier as "tenantIdentifier", is_active as "isActive", colour as "tenantColour", version
    from tenants
    where tenant_id = any(${ids}) and archived_on is null order by tenant_id for no key update`);
  return rows;
}

export interface Editable {
  tenantName: string;
  tenantIdentifier: string;
  isActive: boolean;
  tenantColour: string;
}

export async function insertTenant(db: Database, tenant: Editable): Promise<string> {
  const { rows } = await db.execute<{ tenantId: string }>(sql`
    insert into tenants (identifier, name, is_active, colour)
    values (${tenant.tenantIdentifier}, ${tenant.tenantName}, ${tenant.isActive}, ${tenant.tenantColour})
    returning tenant_id as "tenantId"`);
  return (rows[0] as { tenantId: string }).tenantId;
}

export async function updateTenant(db: Database, tenantId: string, tenant: Editable): Promise<void> {
  await db.execute(sql`update tenants set identifier = ${tenant.tenantIdentifier}, name = ${tenant.tenantName},
    is_active = ${tenant.isActive}, colour = ${tenant.tenantColour} where tenant_id = ${tenantId}`);
}

export async function archiveTenants(db: Database, ids: SQL): Promise<void> {
  await db.execute(sql`update tenants set archived_on = now() where tenant_id = any(${ids})`);
}
