import { StartError } from "./start-error";

// Row-level security holds for neither superusers, nor roles that bypass it, nor owners of a table.
const powerful = `
  select rolname as name from pg_roles
  where rolname in ('hub_app', 'hub_auth') and (rolsuper or rolbypassrls)`;

const owners = `
  select distinct r.rolname as name from pg_roles r join pg_class c on pg_has_role(r.oid, c.relowner, 'member')
  where r.rolname in ('hub_app', 'hub_auth') and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

const unguarded = `
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
    and not (c.relrowsecurity and c.relforcerowsecurity) and has_table_privilege('hub_app', c.oid, 'select')`;

/**
 * Refuses a database where requests could see other tenants' rows (QUALITY, security 11).
 * @throws {StartError}
 */
export async function refuseUnsafeRoles(query: (text: string) => Promise<{ name: string }[]>): Promise<void> {
  const [role] = [...(await query(powerful)), ...(await query(owners))];
  if (role)
    throw new StartError(
      `The database role ${role.name} could bypass row-level security. Take SUPERUSER, BYPASSRLS and ownership of tables from it.`,
    );
  const [table] = await query(unguarded);
  if (table)
    throw new StartError(
      `The table ${table.name} is not protected by row-level security. Restore the schema from the migrations.`,
    );
}
