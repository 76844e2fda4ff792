-- Orders are found by any part of their customer's name, e-mail or item: search_text has all of them, without case and
-- accents. It is null where it was not written yet (src/server/store/search/order-texts.ts).
drop index bookings_by_name;
alter table bookings drop column name_key;
alter table bookings add column search_text text;
create index bookings_text_due on bookings (number) where search_text is null;

-- Its three-letter pieces, by the order's number. A job adds them, many orders at a time: with each order they would make placing one much dearer.
create virtual table order_search using fts5 (
  text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0
);
-- Nothing of whoever is erased stays in the index.
insert into order_search (order_search, rank) values ('secure-delete', 1);
