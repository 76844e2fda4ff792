-- Links that make whoever opens them the first admin. A start of a live shop without an admin adds one.
create table welcome_links (
  secret_hash text primary key,
  expires_at bigint not null
);
create index welcome_links_expiry on welcome_links (expires_at);

-- What the list 'Opening day' cannot look up: when an admin has put it away, when the card provider's first webhook came, and
-- the newest backup that a command has written.
alter table shop_mode add column opening_hidden_at bigint;
alter table shop_mode add column webhook_heard_at bigint;
alter table shop_mode add column backup_at bigint;
alter table shop_mode add column backup_to text;
update shop_mode set webhook_heard_at = (select min(received_at) from card_events);
