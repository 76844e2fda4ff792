-- What PostgreSQL has in words of its own: order, numbers of orders, search, and what triggers keep. Functions are
-- replaced where they are there: a restore drops tables only.

-- People

-- By code point, as SQLite does it by itself: only so do all that begin in the same way stand together.
alter table users alter column email type text collate "C";
alter table attempts alter column name type text collate "C";

-- The same as fold in src/domain/search.ts: a test compares them. The long line is \p{M}, all of Unicode's marks, for
-- which PostgreSQL's expressions have no name.
create or replace function fold(given text) returns text language sql immutable strict parallel safe return
  replace(regexp_replace(
    normalize(lower(upper(lower(normalize(given, NFKD) collate "und-x-icu"))), NFKD),
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2-\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2-\u0ae3\u0afa-\u0b03\u0b3c\u0b3e-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2-\u0ce3\u0cf3-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U0001134d\U00011357\U00011362-\U00011374\U000113b8-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c3f\U00011c92-\U00011cb6\U00011d31-\U00011d45\U00011d47\U00011d8a-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f92\U00016fe4-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]+',
    '', 'g'), 'ς', 'σ');

-- The words of a text, as wordsOf in src/domain/search.ts.
create or replace function words_of(given text) returns text[] language sql immutable strict parallel safe return
  array(select distinct left(word, 40) from regexp_split_to_table(fold(given) collate "und-x-icu", '[^[:alnum:]]+') as word where word <> '');

-- The words by which people are found: of the name in their profile, or else of the one that they signed up with.
create table name_words (
  user_id text not null references users (id) on delete cascade,
  word text collate "C" not null,
  primary key (user_id, word)
);
create index name_words_by_word on name_words (word, user_id);

create or replace function write_name_words(person text) returns void language sql as $$
  delete from name_words where user_id = person;
  insert into name_words (user_id, word)
    select users.id, word from users left join profiles on profiles.user_id = users.id,
      unnest(words_of(coalesce(profiles.name, users.display_name))) as word
    where users.id = person;
$$;
create or replace function note_user_name() returns trigger language plpgsql as $$
begin
  perform write_name_words(new.id);
  return null;
end $$;
create or replace function note_profile_name() returns trigger language plpgsql as $$
begin
  perform write_name_words(coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger users_named after insert on users
  for each row execute function note_user_name();
create trigger users_renamed after update of display_name on users
  for each row execute function note_user_name();
create trigger profiles_named after insert or update of name or delete on profiles
  for each row execute function note_profile_name();

-- Items

-- The words of the name are there twice, the second time with a sign before them: the index tells where a word stands.
create or replace function search_words(name text, description text) returns tsvector language sql immutable strict parallel safe return
  array_to_tsvector(words_of(name || ' ' || description) || array(select '=' || word from unnest(words_of(name)) as word));

-- What items are found and sorted by (docs/decisions/008). The name is as it is sorted: by code point, as above.
create table item_texts (
  number bigint generated by default as identity unique,
  item_id text primary key references items (id) on delete cascade,
  name text collate "C" not null,
  words tsvector not null
);
create index item_texts_by_name on item_texts (name, item_id);
create index item_texts_words on item_texts using gin (words);

create or replace function write_item_text() returns trigger language plpgsql as $$
begin
  insert into item_texts (item_id, name, words)
    values (new.id, fold(new.name), search_words(new.name, new.description))
    on conflict (item_id) do update set name = excluded.name, words = excluded.words;
  return null;
end $$;
create trigger items_added after insert on items
  for each row when (new.words_due = 0) execute function write_item_text();
create trigger items_renamed after update of name, description, words_due on items
  for each row when (new.words_due = 0 and (old.name <> new.name or old.description <> new.description or old.words_due = 1))
  execute function write_item_text();

create or replace function write_item_pictures() returns trigger language plpgsql as $$
begin
  delete from item_pictures where item_id = new.id;
  insert into item_pictures (item_id, photo_url)
    select distinct new.id, address from jsonb_array_elements_text(new.pictures::jsonb) as address
    where address like '/images/%';
  return null;
end $$;
create trigger items_pictured after insert on items
  for each row when (new.pictures <> '[]') execute function write_item_pictures();
create trigger items_repictured after update of pictures on items
  for each row when (old.pictures <> new.pictures) execute function write_item_pictures();

-- An index in the place of this table would also make all other indexes of items be written with every order.
create or replace function note_in_stock() returns trigger language plpgsql as $$
begin
  delete from items_in_stock where item_id = new.id;
  insert into items_in_stock (item_id)
    select new.id where new.removed_at is null and new.hidden_at is null and new.available_quantity >= new.must_quantity;
  return null;
end $$;
create trigger items_added_in_stock after insert on items
  for each row when (new.removed_at is null and new.hidden_at is null and new.available_quantity >= new.must_quantity)
  execute function note_in_stock();
create trigger items_back_in_stock after update of available_quantity, must_quantity, removed_at, hidden_at on items
  for each row when ((new.removed_at is null and new.hidden_at is null and new.available_quantity >= new.must_quantity)
    <> (old.removed_at is null and old.hidden_at is null and old.available_quantity >= old.must_quantity))
  execute function note_in_stock();

-- Items of which fewer than 100 are free, by fives: a trigger writes where an order makes that another five, and nobody else.
create table scarce_items (
  item_id text primary key references items (id) on delete cascade,
  fives bigint not null
);
create index scarce_items_by_fives on scarce_items (fives, item_id);
create or replace function note_scarcity() returns trigger language plpgsql as $$
begin
  delete from scarce_items where item_id = new.id;
  insert into scarce_items (item_id, fives)
    select new.id, new.available_quantity / 5 where new.available_quantity < 100;
  return null;
end $$;
create trigger items_stocked after insert on items
  for each row when (new.available_quantity < 100) execute function note_scarcity();
create trigger items_restocked after update of available_quantity on items
  for each row when (least(new.available_quantity, 100) / 5 <> least(old.available_quantity, 100) / 5)
  execute function note_scarcity();

-- Orders

-- A sequence gives an order its number, which nobody waits for; a number that was given to nobody stays unused.
alter table bookings alter column number set not null;
alter table bookings alter column number add generated by default as identity (start with 1001);
alter table bookings alter column name_key type text collate "C";
-- Two indexes of somebody's own orders: without the second a count of unpaid ones would read all, and an index page is
-- written once for many commits.
create index bookings_owner on bookings (user_id, id) where removed_at is null;
create index bookings_unpaid on bookings (user_id) where removed_at is null and paid_at is null;

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
);
create index order_events_admin on order_events (admin_id) where admin_id is not null;

-- Letters

alter table outbox alter column id type text collate "C";

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
);

-- What was sold of each item in the last so many days: since the moment in recent_sales_starts, to be exact.
create table recent_sales (
  days bigint not null,
  item_id text not null,
  units bigint not null,
  takings_cents bigint not null,
  primary key (days, item_id)
);
create index recent_sales_by_units on recent_sales (days, units, item_id);
