-- The words by which items are found (src/domain/search.ts): written with the item, gone with it.
create table item_words (
  word text not null,
  item_id text not null references items (id),
  primary key (word, item_id)
);
create index item_words_item on item_words (item_id, word);

-- The name as it is sorted: without case and accents. Null until the item is indexed.
alter table items add column name_key text;
create index items_unindexed on items (id) where name_key is null;
create index items_by_price on items (price_cents, id) where removed_at is null;
create index items_by_name on items (name_key, id) where removed_at is null;
