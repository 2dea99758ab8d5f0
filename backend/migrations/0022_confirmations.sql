-- rolling
-- Dangerous calls require a recent factor (AU-12, docs/decisions/0125).

-- Time of the session's last factor; null: the sign-in.
alter table secrets add column confirmed_on timestamptz(3);

-- The hash of the session that a challenge confirms; null for sign-ins and new passkeys.
alter table passkey_challenges add column session_hash text;
