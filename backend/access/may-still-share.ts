import { type SQL, sql } from "drizzle-orm";
import { contract } from "../../lib/contract";

/** Permissions needed to share. */
const sharing = contract.attachments.share.access;

/**
 * SQL condition: whether the maker of a share, an active user, may share attachments now (PM-05).
 * @param share the alias or name of the row of `attachment_shares`
 */
export function mayStillShare(share: string): SQL {
  const of = (column: string) => sql`${sql.identifier(share)}.${sql.identifier(column)}`;
  return sql`exists (
    select from users g, lateral (
      select coalesce(bool_or(r.is_built_in), false) as everything,
        coalesce(array_agg(distinct name) filter (where name is not null), '{}') as names
      from user_roles h join roles r using (tenant_id, role_id) left join lateral unnest(r.permissions) as name on true
      where h.tenant_id = g.tenant_id and h.user_id = g.user_id and r.archived_on is null
    ) held
    where g.tenant_id = ${of("tenant_id")} and g.user_id = ${of("shared_by")} and g.archived_on is null
      and (held.everything or held.names @> string_to_array(${sharing.join(",")}, ',')))`;
}
