-- A user's picture in one tenant: the name of a file, which is another one whenever the picture changes.
alter table users add column avatar uuid;
--> statement-breakpoint
drop trigger touch on users;
--> statement-breakpoint
create trigger touch before update on users for each row
  when ((old.user_name, old.first_name, old.last_name, old.email, old.avatar, old.archived_on)
    is distinct from (new.user_name, new.first_name, new.last_name, new.email, new.avatar, new.archived_on))
  execute function touch_record();
--> statement-breakpoint
grant update (avatar) on users to hub_app;
--> statement-breakpoint
-- That the picture changed; the picture itself is not kept.
select track_history('users', 'user_id', 'User', 'display_name(first_name, last_name, user_name)',
  ignored => '{last_login_on}', secret => '{avatar}');
