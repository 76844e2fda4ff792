-- What items are sorted by stands beside their words, so that the finds of a word can be read in each order. It is
-- written once: items are added and removed, never changed.
alter table item_words add column price_cents bigint, add column name_key text collate "C";
update item_words set price_cents = items.price_cents, name_key = items.name_key
  from items where items.id = item_words.item_id;
alter table item_words alter column price_cents set not null, alter column name_key set not null;
create index item_words_by_price on item_words (word, price_cents, item_id);
create index item_words_by_name on item_words (word, name_key, item_id);
