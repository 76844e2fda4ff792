-- The price stands beside the words, so that the finds of a word can be read in its order: an item's never changes.
alter table item_words add column price_cents bigint;
update item_words set price_cents = items.price_cents from items where items.id = item_words.item_id;
alter table item_words alter column price_cents set not null;
create index item_words_by_price on item_words (word, price_cents, item_id);
