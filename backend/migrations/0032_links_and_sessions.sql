-- rolling
-- The last linked administrator keeps the role until another one is linked (0026_provider_groups.sql).
create trigger stamp_linked_administrator after insert on identities for each row execute function stamp_reactivated_administrator();

-- Ended sessions are kept for years, so that housekeeping must not read them to find unused ones.
drop index token_sessions_by_use;
create index token_sessions_open_by_use on token_sessions (last_used_on) where ended_on is null;
create index token_sessions_ended_by_use on token_sessions (last_used_on) where ended_on is not null;
