// See docs/decisions/0128.

import type * as z from "zod";
import { type providerGroupCreate, providerGroupList } from "../../../lib/contract/provider-groups";
import { conflict, notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import { countDistinct } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { listSource } from "../../lists/declared-list";
import { type Grant, permissionsOf } from "../../members/grants";
import { idArray, rolesToHold } from "../../members/memberships";
import { refuseUnlessHeld } from "../../members/policies";

const maxGroups = 1_000;

/** Omits groups of deleted roles, which give nothing until the roles are restored. */
export const providerGroups = listSource(providerGroupList, {
  from: sql`provider_groups g join roles r on r.tenant_id = g.tenant_id and r.role_id = g.role_id`,
  where: sql`r.archived_on is null`,
  id: sql`g.provider_group_id`,
  columns: {
    providerGroupId: { table: "g" },
    groupName: { table: "g" },
    createdOn: { table: "g" },
    createdBy: { table: "g" },
  },
});

/** @throws {RequestError} 400 on roleIds, 403 for a role with permissions that the caller lacks, 409 for too many groups */
export async function addProviderGroup(
  { db, user }: Context,
  { groupName, roleIds }: z.output<typeof providerGroupCreate>,
): Promise<null> {
  const roles = await rolesToHold(db, roleIds);
  for (const role of roles) refuseUnlessHeld(user, permissionsOf(role));
  await db.execute(sql`insert into provider_groups (group_name, role_id)
    select ${groupName}, role_id from unnest(${idArray(roles.map(({ roleId }) => roleId))}) as role_id on conflict do nothing`);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from provider_groups`,
  );
  if ((rows[0]?.count ?? 0) > maxGroups) throw conflict("tooManyProviderGroups", { most: maxGroups });
  return null;
}

/** @throws {RequestError} 404 when one does not exist, 403 for a role with permissions that the caller lacks */
export async function removeProviderGroups({ db, user }: Context, ids: readonly string[]): Promise<null> {
  const { rows } = await db.execute<Grant & Record<string, unknown>>(sql`
    select r.is_built_in as "isBuiltIn", r.permissions from provider_groups g join roles r using (tenant_id, role_id)
    where g.provider_group_id = any(${idArray(ids)})`);
  if (rows.length !== countDistinct(ids)) throw notFound();
  for (const grant of rows) refuseUnlessHeld(user, permissionsOf(grant));
  await db.execute(sql`delete from provider_groups where provider_group_id = any(${idArray(ids)})`);
  return null;
}
