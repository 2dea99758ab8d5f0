-- rolling
-- The last linked administrator keeps the role until another one is linked (0026_provider_groups.sql).
create trigger stamp_linked_administrator after insert on identities for each row execute function stamp_reactivated_administrator();
