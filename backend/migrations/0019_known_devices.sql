-- Devices that an account was signed in to from with its password. Who keeps guessing elsewhere slows the account down for
-- everybody else, and not for these (docs/decisions/0029-known-devices.md).
create table known_devices (
  user_id uuid not null references accounts on delete cascade,
  device_hash text not null,
  last_used_on timestamptz(3) not null default now(),
  primary key (user_id, device_hash)
);
--> statement-breakpoint
create index known_devices_age on known_devices (last_used_on);
--> statement-breakpoint
grant select, insert, update, delete on known_devices to hub_auth;
