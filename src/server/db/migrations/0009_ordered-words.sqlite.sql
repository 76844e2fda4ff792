-- What items are sorted by stands beside their words, so that the finds of a word can be read in each order. It is
-- written once: items are added and removed, never changed. Without a rowid the table is its own primary key.
create table ordered_words (
  word text not null,
  item_id text not null references items (id),
  price_cents bigint not null,
  name_key text not null,
  primary key (word, item_id)
) without rowid;
insert into ordered_words (word, item_id, price_cents, name_key)
  select item_words.word, item_words.item_id, items.price_cents, items.name_key
  from item_words cross join items on items.id = item_words.item_id
  order by item_words.word, item_words.item_id;
drop table item_words;
alter table ordered_words rename to item_words;
create index item_words_item on item_words (item_id, word);
create index item_words_by_price on item_words (word, price_cents, item_id);
create index item_words_by_name on item_words (word, name_key, item_id);
