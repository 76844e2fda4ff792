-- Passkeys: what a device needs no password for. The public key is all that is kept; it is no secret.
create table passkeys (
  id text primary key,
  credential_id text not null unique,
  user_id text not null references users (id),
  name text not null,
  public_key text not null,
  counter bigint not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_user on passkeys (user_id, created_at);

-- What a device is asked to sign, good once and for a few minutes, in the browser that asked for it.
create table passkey_challenges (
  challenge_hash text primary key,
  expires_at bigint not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- The secret that an app on somebody's phone makes codes of; the next one waits until a code of it was typed. A code
-- counts once: last_step is that of the newest which has.
create table totp_secrets (
  user_id text primary key references users (id),
  secret text,
  next_secret text,
  last_step bigint not null
);

-- For whoever has lost the phone: each of them counts once, and is gone then.
create table recovery_codes (
  code_hash text primary key,
  user_id text not null references users (id)
);
create index recovery_codes_user on recovery_codes (user_id);

-- When its holder last proved who they are, and when they showed a passkey or a code, which not every session has seen.
alter table sessions add column proved_at bigint not null default 0;
alter table sessions add column strong_at bigint;
alter table proofs add column strong_at bigint;
