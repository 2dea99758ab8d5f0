import { StartError } from "../core/start-error";
import type { Execute } from "./execute";

// Roles belong to the whole server, so another database's first start may be creating them concurrently.
const prepare = `
  create extension if not exists pg_trgm;
  do $$
  declare name text;
  begin
    foreach name in array array['hub_app', 'hub_auth'] loop
      begin
        if not exists (select from pg_roles where rolname = name) then
          execute format('create role %I nologin nosuperuser nobypassrls', name);
        end if;
      exception when duplicate_object or unique_violation then null;
      end;
      begin
        if not pg_has_role(current_user, name, 'member') then execute format('grant %I to current_user', name); end if;
      exception when unique_violation then null;
      end;
    end loop;
  end $$;`;

/** Creates the roles and the extension that migrations require. */
export const prepareRoles = (execute: Execute) => execute(prepare);

// Row-level security does not apply to superusers, roles that bypass it, and owners of a table.
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
export async function refuseUnsafeRoles(execute: Execute): Promise<void> {
  const query = async (text: string) => (await execute(text)) as { name: string }[];
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
