-- What is still to be done for the many holders of a role after something became of it, or for the many users of a tenant after
-- it was deleted: some thousands at a time, on behalf of whoever did it. Whatever server comes first does it, also after one
-- that ended half-way.
create table deferred_work (
  tenant_id uuid not null default app_tenant() references tenants,
  work_id uuid not null default time_ordered_uuid(),
  event text not null check (event in ('roleDeleted', 'permissionsChanged', 'tenantDeleted')),
  subject_id uuid not null,
  actor uuid default app_actor(),
  actor_name text not null default app_actor_name(),
  -- Holders up to this id have had their turn.
  done_to uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (tenant_id, work_id)
);
--> statement-breakpoint
select protect_tenant_table('deferred_work');
--> statement-breakpoint
grant select, insert (event, subject_id), update (done_to), delete on deferred_work to hub_app;
--> statement-breakpoint
-- A deleted tenant's sessions end at once, since nobody enters it from that moment on. What it called its people is nobody's
-- name any more: its users are archived, and with them the accounts that no other tenant knows.
create function retire_tenant() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from secrets where tenant_id = new.tenant_id;
  -- As many as one request deals with (access/holders.ts).
  if (select coalesce(sum(count), 0) from record_counts where tenant_id = new.tenant_id and counter = 'users') > 5000 then
    insert into deferred_work (event, subject_id) values ('tenantDeleted', new.tenant_id);
  else
    update users set archived_on = now() where tenant_id = new.tenant_id and archived_on is null;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger retire_tenant after update of archived_on on tenants for each row
  when (old.archived_on is null and new.archived_on is not null) execute function retire_tenant();
