-- All changes of a tenant are looked through together, also by where they came from: of signing in, failing to, and the use of
-- keys the address is recorded.
alter table history add column address text generated always as (
  case when type in ('UserSignedIn', 'UserSignInFailed', 'UserApiKeyUsed') then current ->> 'address' end) stored;
--> statement-breakpoint
create index history_by_address on history (tenant_id, address, changed_on, history_id) where address is not null;
