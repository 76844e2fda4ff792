-- Payments: one live one per order. intent_id is the card provider's; it is null until the provider has answered.
create table payments (
  id text primary key,
  booking_id text not null references bookings (id),
  attempt bigint not null,
  amount_cents bigint not null check (amount_cents >= 1),
  currency text not null,
  intent_id text,
  created_at bigint not null,
  checked_at bigint not null,
  succeeded_at bigint,
  canceled_at bigint,
  refund_due_at bigint check (refund_due_at is null or succeeded_at is not null),
  refund_reason text,
  refunded_at bigint check (refunded_at is null or refund_due_at is not null),
  refund_id text
);
create unique index payments_attempt on payments (booking_id, attempt);
create unique index payments_intent on payments (intent_id) where intent_id is not null;
create unique index payments_live on payments (booking_id) where succeeded_at is null and canceled_at is null;
create unique index payments_kept on payments (booking_id) where succeeded_at is not null and refund_due_at is null;
create index payments_open on payments (checked_at) where succeeded_at is null and canceled_at is null;
create index payments_refunds on payments (refund_due_at) where refund_due_at is not null and refunded_at is null;

-- News from the card provider, each once, however often it comes.
create table card_events (
  id text primary key,
  type text not null,
  received_at bigint not null
);
create index card_events_age on card_events (received_at);

-- Mails to be sent. The id says what the mail is about, so that none is written twice.
create table outbox (
  id text primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at bigint not null,
  tries bigint not null,
  next_try_at bigint not null,
  sent_at bigint,
  given_up_at bigint
);
create index outbox_due on outbox (next_try_at) where sent_at is null and given_up_at is null;

-- Accounts at Google and GitHub that belong to a user.
create table linked_accounts (
  provider text not null,
  subject text not null,
  user_id text not null references users (id),
  created_at bigint not null,
  primary key (provider, subject)
);
create index linked_accounts_user on linked_accounts (user_id);

-- Sign-ins under way at a provider: bound to a cookie, used once.
create table sign_in_flows (
  state_hash text primary key,
  provider text not null,
  code_verifier text not null,
  nonce text not null,
  next_path text not null,
  expires_at bigint not null
);
create index sign_in_flows_expiry on sign_in_flows (expires_at);
