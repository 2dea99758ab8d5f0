-- What repeated calls with one Idempotency-Key are answered, for a day. Only hashes of key and request are kept.
create table idempotent_responses (
  tenant_id uuid not null default app_tenant() references tenants,
  user_id uuid not null default app_actor(),
  key_hash text not null,
  request_hash text not null,
  response text not null default '',
  created_on timestamptz(3) not null default now(),
  primary key (tenant_id, user_id, key_hash)
);
--> statement-breakpoint
select protect_tenant_table('idempotent_responses');
--> statement-breakpoint
create index idempotent_responses_age on idempotent_responses (created_on);
--> statement-breakpoint
grant select, insert (key_hash, request_hash), update (response) on idempotent_responses to hub_app;
--> statement-breakpoint
-- An answer is forgotten when what follows the commit fails, so that the same request can be tried again.
grant select (tenant_id, user_id, key_hash), delete on idempotent_responses to hub_auth;
--> statement-breakpoint
create policy forget on idempotent_responses to hub_auth using (true);
