-- rolling
-- Dangerous calls ask for a factor again when the last one is too old (AU-12, docs/decisions/0125).

-- When the session's user last gave a factor; null: at sign-in.
alter table secrets add column confirmed_on timestamptz(3);

-- The hash of the session that a challenge confirms; null for sign-ins and new passkeys.
alter table passkey_challenges add column session_hash text;
