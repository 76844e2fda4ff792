-- Orders are found by any part of their customer's name, e-mail or item: search_text has all of them, without case and
-- accents. It is null where it was not written yet (src/server/store/search/order-texts.ts).
alter table bookings drop column name_key;
alter table bookings add column search_text text;
create index bookings_text_due on bookings (number) where search_text is null;

-- Where the server has no pg_trgm, or does not let the shop create it, a search reads all orders.
do $$ begin
  create extension if not exists pg_trgm;
  create index bookings_search on bookings using gin (search_text gin_trgm_ops);
  exception when insufficient_privilege or undefined_file or undefined_object or feature_not_supported then null;
end $$;
