-- The price stands beside the words, so that the finds of a word can be read in its order: an item's never changes.
-- Without a rowid the table is its own primary key; that saves what the new index takes.
create table priced_words (
  word text not null,
  item_id text not null references items (id),
  price_cents bigint not null,
  primary key (word, item_id)
) without rowid;
insert into priced_words (word, item_id, price_cents)
  select item_words.word, item_words.item_id, items.price_cents
  from item_words cross join items on items.id = item_words.item_id
  order by item_words.word, item_words.item_id;
drop table item_words;
alter table priced_words rename to item_words;
create index item_words_item on item_words (item_id, word);
create index item_words_by_price on item_words (word, price_cents, item_id);
