-- The tables of the shop, in one text for both engines: bigint is 64 bits on PostgreSQL and integer affinity on SQLite.
-- What each engine has in words of its own (layout, numbers, search, triggers) follows in 0101.
-- Times are epoch milliseconds, null until the thing has happened. Money is whole cents. Secrets are kept as hashes.

-- People

-- An e-mail is free for another account once this one is removed; the row stays for the orders that name it.
create table users (
  id text primary key,
  email text not null check (length(email) between 3 and 254),
  email_verified_at bigint,
  display_name text not null,
  photo_url text,
  password_hash text,
  created_at bigint not null,
  -- To the quarter of an hour (src/server/sessions/note-seen.ts).
  last_seen_at bigint,
  removed_at bigint,
  -- Nothing unpaid is left of a removed user. Until then a job goes on with the removal.
  closed_at bigint,
  admin_since bigint,
  -- What an admin is told by letter: each paid order, or all of an hour, and (1) what runs low. The hourly letter has told
  -- of all that was paid before told_until.
  order_notices text not null default 'off' check (order_notices in ('off', 'each', 'hourly')),
  stock_notices bigint not null default 0,
  told_until bigint
);
create unique index users_email on users (email) where removed_at is null;
create index users_present on users (id) where removed_at is null;
create index users_admins on users (id) where admin_since is not null and removed_at is null;
create index users_unclosed on users (removed_at) where removed_at is not null and closed_at is null;
-- Of those who have gone, too: their paid orders are looked for by it.
create index users_every_email on users (email);
-- Which kept pictures are people's own (src/server/jobs/sweep-pictures.ts).
create index users_pictures on users (photo_url) where photo_url is not null;

create table profiles (
  user_id text primary key references users (id),
  name text not null,
  address text not null,
  education text not null,
  linkedin text not null,
  mobile_number text not null,
  updated_at bigint not null
);

-- Who wanted to be forgotten: an older backup that is restored forgets them again, so that no key leads to users. Those of
-- whom the card provider was not told yet take turns: the one that was tried longest ago comes first.
create table erasures (
  user_id text primary key,
  asked_at bigint not null,
  provider_told_at bigint,
  tried_at bigint not null default 0,
  cleaned_at bigint
);
create index erasures_uncleaned on erasures (asked_at) where cleaned_at is null;
create index erasures_untold on erasures (tried_at) where provider_told_at is null;

-- Sessions and ways in

-- last_used_at, browser, address: what its owner is told of it. proved_at: when they last proved who they are; strong_at:
-- when they showed a passkey or a code, which not every session has seen.
create table sessions (
  token_hash text primary key,
  user_id text not null references users (id),
  created_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint,
  browser text,
  address text,
  proved_at bigint not null default 0,
  strong_at bigint
);
create index sessions_user on sessions (user_id, created_at);
create index sessions_expiry on sessions (expires_at);

-- A first step that has succeeded, and that becomes a session.
create table proofs (
  proof_hash text primary key,
  user_id text not null references users (id),
  expires_at bigint not null,
  strong_at bigint
);
create index proofs_expiry on proofs (expires_at);
create index proofs_user on proofs (user_id);

-- Accounts at Google, GitHub and other providers that belong to a user.
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

-- Links in letters, each good once: to choose a new password, or to prove an e-mail.
create table mailed_links (
  secret_hash text primary key,
  user_id text not null references users (id),
  purpose text not null check (purpose in ('reset', 'verify')),
  expires_at bigint not null
);
create index mailed_links_user on mailed_links (user_id);
create index mailed_links_expiry on mailed_links (expires_at);

-- What a device needs no password for. The public key is no secret.
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

-- One row: with it the shop knows the challenges for passkeys that it has made, so that asking for one writes nothing.
create table challenge_key (
  id integer primary key check (id = 1),
  secret text not null
);

-- The challenges that were answered: each is good once.
create table passkey_challenges (
  challenge_hash text primary key,
  expires_at bigint not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- The secret that an app on somebody's phone makes codes of; the next one waits until a code of it was typed. A code
-- counts once: last_step is that of the newest which has. on_since: whatever app makes them; factors that are new go with
-- a password that is chosen by letter.
create table totp_secrets (
  user_id text primary key references users (id),
  secret text,
  next_secret text,
  last_step bigint not null,
  on_since bigint
);

-- For whoever has lost the phone: each of them counts once, and is gone then.
create table recovery_codes (
  code_hash text primary key,
  user_id text not null references users (id)
);
create index recovery_codes_user on recovery_codes (user_id);

-- How often something was tried that is limited (src/server/limits).
create table attempts (
  name text primary key,
  count bigint not null,
  resets_at bigint not null
);
create index attempts_reset on attempts (resets_at);

-- Items

create table items (
  id text primary key,
  name text not null,
  description text not null,
  price_cents bigint not null check (price_cents between 1 and 100000000),
  photo_url text not null,
  -- Further pictures (a JSON array of addresses) and short texts, empty where there is nothing to tell.
  pictures text not null default '[]',
  materials text not null default '',
  size text not null default '',
  care text not null default '',
  -- free + held + sold = stocked; this check is what stands behind "cannot oversell".
  must_quantity bigint not null check (must_quantity >= 1),
  stocked_quantity bigint not null check (stocked_quantity >= 0),
  available_quantity bigint not null check (available_quantity between 0 and stocked_quantity),
  -- Since when few are left, once that was told.
  low_since bigint,
  -- What its shown reviews come to (src/server/store/reviews.ts), so that no list has to count them.
  review_count bigint not null default 0,
  star_sum bigint not null default 0,
  -- Grows with each change: it tells two admins apart who change the same item.
  version bigint not null default 1,
  created_at bigint not null,
  hidden_at bigint,
  removed_at bigint,
  -- 1 while its words are not in the index yet: items that come by the thousand in a file get there afterwards, in small
  -- steps (src/server/jobs/index-words.ts).
  words_due bigint not null default 0
);
create index items_on_sale on items (id) where removed_at is null;
create index items_by_price on items (price_cents, id) where removed_at is null;
create index items_pictures on items (photo_url);
create index items_removed on items (id) where removed_at is not null;
create index items_words_due on items (id) where words_due = 1;

-- Stock is a ledger: what was ever stocked of an item is the sum of its changes (src/server/books/invariants.ts). The first
-- one has the item's own id. counted: what somebody has counted; user_id is null for what the shop itself has written.
create table stock_changes (
  id text primary key,
  item_id text not null references items (id),
  change bigint not null,
  counted bigint,
  reason text not null,
  user_id text references users (id),
  created_at bigint not null,
  idempotency_key text
);
create index stock_changes_item on stock_changes (item_id, id);
create unique index stock_changes_key on stock_changes (user_id, idempotency_key) where idempotency_key is not null;

-- Every file that was imported, with what came of it: the same one with the same key is not imported twice.
create table item_imports (
  id text primary key,
  user_id text not null references users (id),
  created_at bigint not null,
  digest text not null,
  added bigint not null,
  changed bigint not null,
  idempotency_key text
);
create unique index item_imports_key on item_imports (user_id, idempotency_key) where idempotency_key is not null;

-- Which item shows a further picture that was uploaded here: asked for each before it is swept away. Triggers keep it.
create table item_pictures (
  item_id text not null references items (id) on delete cascade,
  photo_url text not null,
  primary key (item_id, photo_url)
);
create index item_pictures_by_address on item_pictures (photo_url);

-- The items that can be ordered now, so that a list of them does not go through all that are sold out. Triggers write
-- where an item becomes one of them or stops being one: an index would be written with every order.
create table items_in_stock (
  item_id text primary key references items (id) on delete cascade
);

-- Who wants a letter when an item is back. The row goes when the letter is written, or when it is taken back: on the page,
-- or with the secret of a link in a letter.
create table stock_alerts (
  item_id text not null references items (id),
  user_id text not null references users (id),
  secret_hash text not null unique,
  created_at bigint not null,
  primary key (item_id, user_id)
);
create index stock_alerts_by_age on stock_alerts (item_id, created_at, user_id);
create index stock_alerts_user on stock_alerts (user_id);

-- Orders

-- The table is called as its paths are. Its state is told by its moments (src/domain/order.ts).
create table bookings (
  id text primary key,
  -- What people call it: T-1001 and so on (0101).
  number bigint,
  user_id text not null references users (id),
  item_id text not null references items (id),
  item_name text not null,
  owner_name text not null,
  -- The customer's name as it is looked for: without case and accents (src/domain/search.ts).
  name_key text not null default '',
  email text not null,
  mobile_number text not null,
  address text not null,
  quantity bigint not null check (quantity >= 1),
  unit_price_cents bigint not null check (unit_price_cents >= 1),
  total_cents bigint not null check (total_cents = unit_price_cents * quantity),
  idempotency_key text,
  created_at bigint not null,
  held_until bigint not null,
  -- What opening payments has added to the hold: there is a total (src/domain/hold.ts).
  renewed_ms bigint not null default 0,
  released_at bigint,
  removed_at bigint,
  paid_at bigint check (paid_at is null or (removed_at is null and released_at is null)),
  -- The card provider's id of the payment that has paid it.
  transaction_id text,
  sent_at bigint check (sent_at is null or paid_at is not null),
  carrier text,
  tracking text,
  -- What became of its money, written together with the refunds and disputes; and how many of its units are on the shelf
  -- again.
  refunded_cents bigint not null default 0,
  refunded_at bigint,
  refund_pending_cents bigint not null default 0,
  refund_failed_at bigint,
  disputed_at bigint,
  restocked_quantity bigint not null default 0 check (restocked_quantity between 0 and quantity)
);
create unique index bookings_key on bookings (user_id, idempotency_key) where idempotency_key is not null;
create index bookings_holds on bookings (held_until)
  where released_at is null and removed_at is null and paid_at is null;
create unique index bookings_number on bookings (number);
-- Every way of looking for orders leads newest first through an index of its own; an order is in one of the states
-- (src/server/store/newest-orders.ts).
create index bookings_by_name on bookings (name_key, created_at, number);
create index bookings_by_item on bookings (item_id, created_at, number);
create index bookings_by_day on bookings (created_at, number) where removed_at is null;
create index bookings_held on bookings (created_at, number)
  where removed_at is null and paid_at is null and released_at is null;
create index bookings_lapsed on bookings (created_at, number)
  where removed_at is null and paid_at is null and released_at is not null;
create index bookings_paid on bookings (created_at, number)
  where removed_at is null and refunded_at is null and sent_at is null and paid_at is not null;
create index bookings_sent on bookings (created_at, number)
  where removed_at is null and refunded_at is null and sent_at is not null;
create index bookings_refunded on bookings (created_at, number)
  where removed_at is null and refunded_at is not null;
create index bookings_removed on bookings (created_at, number) where removed_at is not null;
create index bookings_removed_of on bookings (user_id) where removed_at is not null;
-- What is paid and still on the shelf, by item: whoever counts the shelf counts it, too.
create index bookings_unsent_of on bookings (item_id, quantity, restocked_quantity)
  where removed_at is null and refunded_at is null and sent_at is null and paid_at is not null;
-- With 'paid_at is not null' SQLite would take it for every question that says so.
create index bookings_by_payment on bookings (paid_at) where paid_at > 0;
-- Orders that nobody paid, which are forgotten in time.
create index bookings_forgettable on bookings (created_at)
  where paid_at is null and email <> '' and (released_at is not null or removed_at is not null);

-- Payments

-- A payment is for one order or several. intent_id is the card provider's, null until it has answered. received_cents:
-- what has come. declines: how many cards were declined for it, as far as we know, counted against started_from, the
-- address from which it was last started.
create table payments (
  id text primary key,
  amount_cents bigint not null check (amount_cents >= 1),
  currency text not null,
  intent_id text,
  created_at bigint not null,
  checked_at bigint not null,
  succeeded_at bigint,
  canceled_at bigint,
  received_cents bigint,
  declines bigint not null default 0,
  started_from text
);
create unique index payments_intent on payments (intent_id) where intent_id is not null;
create index payments_open on payments (checked_at) where succeeded_at is null and canceled_at is null;

-- amount_cents: the order's part. ended_at: when the payment succeeded or was called off; an order has at most one that
-- has not ended. That an order is paid with a payment it says itself.
create table payment_orders (
  payment_id text not null references payments (id),
  booking_id text not null references bookings (id),
  amount_cents bigint not null check (amount_cents >= 1),
  ended_at bigint,
  primary key (payment_id, booking_id)
);
create unique index payment_orders_open on payment_orders (booking_id) where ended_at is null;
create index payment_orders_booking on payment_orders (booking_id);

-- News from the card provider, each once, however often it comes.
create table card_events (
  id text primary key,
  type text not null,
  received_at bigint not null
);
create index card_events_age on card_events (received_at);

-- Charges of this shop at the provider for which it has no order, as after restoring an older backup. user_id: the account
-- that had this e-mail when the charge was found.
create table stray_payments (
  intent_id text primary key,
  amount_cents bigint not null,
  email text,
  user_id text,
  description text,
  charged_at bigint not null,
  found_at bigint not null
);

-- Refunds

-- Money that goes back: what was asked for, how the provider calls it, how it went on. intent_id is the provider's id of
-- the payment; payment_id and booking_id are null where the shop has none. asked_by, note: which admin, and why.
-- attempt: part of the key under which the provider is asked. restocked: so many units went back on the shelf with it.
create table refunds (
  id text primary key,
  payment_id text references payments (id),
  booking_id text references bookings (id),
  intent_id text not null,
  amount_cents bigint not null check (amount_cents >= 1),
  reason text not null,
  asked_by text references users (id),
  note text,
  restocked bigint not null default 0 check (restocked >= 0),
  idempotency_key text,
  attempt bigint not null,
  provider_id text,
  created_at bigint not null,
  next_look_at bigint not null,
  needs_action_at bigint,
  succeeded_at bigint,
  failed_at bigint,
  failure text
);
create index refunds_intent on refunds (intent_id);
create index refunds_open on refunds (next_look_at) where succeeded_at is null and failed_at is null;
create index refunds_failed on refunds (failed_at) where failed_at is not null;
create index refunds_needing_action on refunds (needs_action_at) where needs_action_at is not null;
create index refunds_booking on refunds (booking_id);
create unique index refunds_key on refunds (asked_by, idempotency_key) where idempotency_key is not null;
-- What somebody gives back at the provider may be of several orders: then each has its part of it.
create unique index refunds_provider on refunds (provider_id, coalesce(booking_id, '')) where provider_id is not null;

-- Buyers who went to their bank. The id is the provider's.
create table disputes (
  id text primary key,
  intent_id text not null,
  amount_cents bigint not null,
  reason text not null,
  opened_at bigint not null,
  won_at bigint,
  lost_at bigint
);
create index disputes_intent on disputes (intent_id);
create index disputes_open on disputes (opened_at) where won_at is null and lost_at is null;

-- Invoices

-- Invoices (INV) and credit notes (CN) as they were given out: rows are only ever added, and their numbers have no gap.
-- amount_cents is below nothing where a credit note is taken back. content is what must not change later, as JSON
-- (InvoiceContent in src/domain/invoice.ts).
create table invoices (
  series text not null,
  number bigint not null,
  booking_id text not null references bookings (id),
  refund_id text references refunds (id),
  amount_cents bigint not null,
  issued_at bigint not null,
  content text not null,
  primary key (series, number)
);
create unique index invoices_one_per_order on invoices (booking_id) where series = 'INV';
create index invoices_order on invoices (booking_id);
create index invoices_refund on invoices (refund_id) where refund_id is not null;

-- The last number of each series. Whoever gives out the next one holds the row until the transaction ends.
create table invoice_series (
  series text primary key,
  last_number bigint not null
);

-- Reviews

-- Of the shop, or of an item that its writer has bought: one of each item by each buyer. hidden_at: since when nobody but
-- admins sees it. answer: what the shop says to it.
create table reviews (
  id text primary key,
  user_id text references users (id),
  item_id text references items (id),
  name text not null,
  comment text not null,
  star_rating bigint not null check (star_rating between 1 and 5),
  answer text,
  created_at bigint not null,
  hidden_at bigint
);
create index reviews_shown on reviews (id) where hidden_at is null;
create unique index reviews_one_per_buyer on reviews (item_id, user_id) where item_id is not null;
create index reviews_of_item on reviews (item_id, id) where item_id is not null;
create index reviews_writer on reviews (user_id) where user_id is not null;

-- Letters

-- The id says what the letter is about, so that none is written twice. user_id: whose it is; a letter to an address without
-- an account is nobody's, whoever has the address later. receipt_of: the payment whose receipt it is. document: the number
-- of the credit note that it takes along.
create table outbox (
  id text primary key,
  recipient text not null,
  user_id text,
  subject text not null,
  text_body text not null,
  html_body text not null,
  receipt_of text,
  document text,
  created_at bigint not null,
  tries bigint not null,
  next_try_at bigint not null,
  sent_at bigint,
  given_up_at bigint
);
create index outbox_due on outbox (next_try_at) where sent_at is null and given_up_at is null;
create index outbox_sent on outbox (sent_at) where sent_at is not null;
create index outbox_given_up on outbox (given_up_at) where given_up_at is not null;
create index outbox_user on outbox (user_id) where user_id is not null;

-- Audit

-- What admins and commands did, and who signed in: rows that are only added, each with the hash of the one before
-- (src/server/store/audit-chain.ts). People are named by their id alone.
create table audit_log (
  id text primary key,
  n bigint not null,
  at bigint not null,
  who text,
  address text,
  what text not null,
  detail text not null,
  previous_hash text not null,
  hash text not null
);
create unique index audit_log_n on audit_log (n);
create index audit_log_at on audit_log (at, n);
create index audit_log_who on audit_log (who, n);
create index audit_log_what on audit_log (what, n);
create index audit_log_address on audit_log (address, n);

-- One row: where the log ends, so that a missing end is noticed, and what its first row follows on.
create table audit_chain (
  id bigint primary key check (id = 1),
  last_n bigint not null,
  last_at bigint not null,
  last_hash text not null,
  forgotten_n bigint not null,
  forgotten_hash text not null
);

-- Books of the shop

-- What the data is, from its first start on: a demo, whose accounts everybody knows, or a live shop. One row.
create table shop_mode (
  id bigint primary key check (id = 1),
  mode text not null check (mode in ('demo', 'live')),
  since bigint not null
);

-- Which shop this is: several may share one account at the card provider. One row, made when it is first asked for.
create table shop_identity (
  id text primary key
);

-- From when on the sales of the last so many days are counted (0101). At first that is the end of time, and nothing is
-- counted: the shop does it once it runs (src/server/store/recent-sales.ts).
create table recent_sales_starts (
  days bigint primary key,
  since bigint not null
);
insert into recent_sales_starts (days, since)
  values (1, 253402300800000), (7, 253402300800000), (30, 253402300800000), (365, 253402300800000);

-- A row comes and goes here after a change was refused, to see whether there is room again (src/server/db/engine/write-probe.ts).
create table trial_writes (
  id integer primary key,
  padding text not null
);
