-- What SQLite has in words of its own: tables that are their own primary key (without rowid), numbers of orders, search,
-- and what triggers keep. fold and words_of are the shop's own functions (src/server/db/search-functions.ts): without them
-- no item and no user can be written.

-- People

-- The words by which people are found: of the name in their profile, or else of the one that they signed up with.
create table name_words (
  user_id text not null references users (id) on delete cascade,
  word text not null,
  primary key (user_id, word)
) without rowid;
create index name_words_by_word on name_words (word, user_id);

-- words_of has blanks between the words, and nothing in them that JSON would escape.
create trigger users_added after insert on users begin
  insert into name_words (user_id, word)
    select new.id, value from json_each('["' || replace(words_of(new.display_name), ' ', '","') || '"]') where value <> '';
end;
create trigger users_renamed after update of display_name on users
  when not exists (select 1 from profiles where profiles.user_id = new.id) begin
  delete from name_words where user_id = new.id;
  insert into name_words (user_id, word)
    select new.id, value from json_each('["' || replace(words_of(new.display_name), ' ', '","') || '"]') where value <> '';
end;
create trigger profiles_added after insert on profiles begin
  delete from name_words where user_id = new.user_id;
  insert into name_words (user_id, word)
    select new.user_id, value from json_each('["' || replace(words_of(new.name), ' ', '","') || '"]') where value <> '';
end;
create trigger profiles_renamed after update of name on profiles begin
  delete from name_words where user_id = new.user_id;
  insert into name_words (user_id, word)
    select new.user_id, value from json_each('["' || replace(words_of(new.name), ' ', '","') || '"]') where value <> '';
end;
create trigger profiles_gone after delete on profiles begin
  delete from name_words where user_id = old.user_id;
  insert into name_words (user_id, word)
    select users.id, value from users, json_each('["' || replace(words_of(display_name), ' ', '","') || '"]')
    where users.id = old.user_id and value <> '';
end;

-- Items

-- What items are found and sorted by (docs/decisions/008). Every item has a number here, which is its rowid in the
-- full-text index: the rowid of items itself may change when the file is vacuumed. The name is as it is sorted.
create table item_texts (
  number integer primary key,
  item_id text not null unique,
  name text not null
);
create index item_texts_by_name on item_texts (name, item_id);

-- It is given words (src/domain/search.ts) with blanks between them, which is all that the tokenizer has to know.
create virtual table item_search using fts5 (
  name, description, content = '', contentless_delete = 1, detail = column, prefix = '1 2 3', tokenize = 'ascii'
);

create trigger items_added after insert on items when new.words_due = 0 begin
  insert into item_texts (item_id, name) values (new.id, fold(new.name));
  insert into item_search (rowid, name, description)
    select number, words_of(new.name), words_of(new.description) from item_texts where item_id = new.id;
end;
create trigger items_renamed after update of name, description, words_due on items
  when new.words_due = 0 and (old.name <> new.name or old.description <> new.description or old.words_due = 1) begin
  insert into item_texts (item_id, name) values (new.id, fold(new.name))
    on conflict (item_id) do update set name = excluded.name;
  insert or replace into item_search (rowid, name, description)
    select number, words_of(new.name), words_of(new.description) from item_texts where item_id = new.id;
end;
create trigger items_gone after delete on items begin
  delete from item_search where rowid = (select number from item_texts where item_id = old.id);
  delete from item_texts where item_id = old.id;
end;

create trigger items_pictured after insert on items when new.pictures <> '[]' begin
  insert or ignore into item_pictures (item_id, photo_url) select new.id, value from json_each(new.pictures)
    where value like '/images/%';
end;
create trigger items_repictured after update of pictures on items when old.pictures <> new.pictures begin
  delete from item_pictures where item_id = new.id;
  insert or ignore into item_pictures (item_id, photo_url) select new.id, value from json_each(new.pictures)
    where value like '/images/%';
end;

create trigger items_added_in_stock after insert on items
  when new.removed_at is null and new.hidden_at is null and new.available_quantity >= new.must_quantity begin
  insert into items_in_stock (item_id) values (new.id);
end;
create trigger items_back_in_stock after update of available_quantity, must_quantity, removed_at, hidden_at on items
  when (new.removed_at is null and new.hidden_at is null and new.available_quantity >= new.must_quantity)
    <> (old.removed_at is null and old.hidden_at is null and old.available_quantity >= old.must_quantity) begin
  delete from items_in_stock where item_id = new.id;
  insert into items_in_stock (item_id)
    select new.id where new.removed_at is null and new.hidden_at is null and new.available_quantity >= new.must_quantity;
end;

-- Items of which fewer than 100 are free, by fives: a trigger writes where an order makes that another five, and nobody else.
create table scarce_items (
  item_id text primary key references items (id) on delete cascade,
  fives bigint not null
) without rowid;
create index scarce_items_by_fives on scarce_items (fives, item_id);
create trigger items_stocked after insert on items when new.available_quantity < 100 begin
  insert into scarce_items (item_id, fives) values (new.id, new.available_quantity / 5);
end;
create trigger items_restocked after update of available_quantity on items
  when min(new.available_quantity, 100) / 5 <> min(old.available_quantity, 100) / 5 begin
  delete from scarce_items where item_id = new.id;
  insert into scarce_items (item_id, fives)
    select new.id, new.available_quantity / 5 where new.available_quantity < 100;
end;

-- Orders

-- The insert of the shop gives an order its number (src/server/store/new-order.ts); a row that comes without one gets it here.
create trigger bookings_numbered after insert on bookings when new.number is null begin
  update bookings set number = (select coalesce(max(number), 1000) + 1 from bookings) where id = new.id;
end;
-- One index of somebody's own orders: with a second one for the unpaid, a commit of many orders was mostly their pages.
create index bookings_owner on bookings (user_id, id, paid_at) where removed_at is null;

-- What happened to an order after it was placed, in the order of n. Rows are only ever added. admin_id: the admin whose
-- e-mail `who` was then.
create table order_events (
  booking_id text not null references bookings (id) on delete cascade,
  n bigint not null,
  at bigint not null,
  what text not null,
  who text not null,
  admin_id text,
  detail text,
  primary key (booking_id, n)
) without rowid;
create index order_events_admin on order_events (admin_id) where admin_id is not null;

-- Books of the shop

-- What came in and went back, in pieces of 15, 30 and 60 minutes (src/domain/sales.ts): written with each payment and
-- refund, and checked against them by src/server/db/invariants-sales.ts.
create table sales (
  minutes bigint not null,
  since bigint not null,
  orders bigint not null,
  units bigint not null,
  takings_cents bigint not null,
  refunds_cents bigint not null,
  primary key (minutes, since)
) without rowid;

-- What was sold of each item in the last so many days: since the moment in recent_sales_starts, to be exact.
create table recent_sales (
  days bigint not null,
  item_id text not null,
  units bigint not null,
  takings_cents bigint not null,
  primary key (days, item_id)
) without rowid;
create index recent_sales_by_units on recent_sales (days, units, item_id);
