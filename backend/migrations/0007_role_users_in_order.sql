-- A role's users by their names, also where millions hold it: the sort keys lie beside the assignment, in one index
-- each, so that a page in the middle is counted off in the index alone.
alter table user_roles
  add column last_name_sort text collate "C" not null default '',
  add column first_name_sort text collate "C" not null default '',
  add column user_name_sort text collate "C" not null default '';
--> statement-breakpoint
update user_roles ur
set last_name_sort = u.last_name_sort, first_name_sort = u.first_name_sort, user_name_sort = u.user_name_sort
from users u where u.tenant_id = ur.tenant_id and u.user_id = ur.user_id;
--> statement-breakpoint
create index user_roles_by_last_name on user_roles (tenant_id, role_id, last_name_sort, user_id);
--> statement-breakpoint
create index user_roles_by_first_name on user_roles (tenant_id, role_id, first_name_sort, user_id);
--> statement-breakpoint
create index user_roles_by_user_name on user_roles (tenant_id, role_id, user_name_sort, user_id);
--> statement-breakpoint
-- The lock makes a rename that happens meanwhile wait, or this wait for it, so that no key is out of date.
create function copy_sort_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select last_name_sort, first_name_sort, user_name_sort
  into new.last_name_sort, new.first_name_sort, new.user_name_sort
  from users where tenant_id = new.tenant_id and user_id = new.user_id for share;
  -- Without such a user the foreign key refuses the row.
  new.last_name_sort := coalesce(new.last_name_sort, '');
  new.first_name_sort := coalesce(new.first_name_sort, '');
  new.user_name_sort := coalesce(new.user_name_sort, '');
  return new;
end
$$;
--> statement-breakpoint
create trigger sort_keys before insert on user_roles for each row execute function copy_sort_keys();
--> statement-breakpoint
create function renew_sort_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update user_roles
  set last_name_sort = new.last_name_sort, first_name_sort = new.first_name_sort, user_name_sort = new.user_name_sort
  where tenant_id = new.tenant_id and user_id = new.user_id;
  return null;
end
$$;
--> statement-breakpoint
create trigger sort_keys after update on users for each row
  when ((old.last_name_sort, old.first_name_sort, old.user_name_sort)
    is distinct from (new.last_name_sort, new.first_name_sort, new.user_name_sort))
  execute function renew_sort_keys();
