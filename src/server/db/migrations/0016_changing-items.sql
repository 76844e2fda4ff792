-- Items can change. The version tells two admins apart who change the same one; hidden ones are not on sale for a while.
alter table items add column version bigint not null default 1;
alter table items add column hidden_at bigint;
create index items_removed on items (id) where removed_at is not null;

-- Stock is a ledger: what was ever stocked of an item is the sum of its changes (src/server/db/invariants.ts).
-- user_id is null for what the shop itself has written.
create table stock_changes (
  id text primary key,
  item_id text not null references items (id),
  change bigint not null,
  reason text not null,
  user_id text references users (id),
  created_at bigint not null,
  idempotency_key text
);
create index stock_changes_item on stock_changes (item_id, id);
create unique index stock_changes_key on stock_changes (user_id, idempotency_key) where idempotency_key is not null;

-- The first change of an item has the item's own id.
insert into stock_changes (id, item_id, change, reason, created_at)
  select id, id, stocked_quantity, 'Opening stock', created_at from items;
