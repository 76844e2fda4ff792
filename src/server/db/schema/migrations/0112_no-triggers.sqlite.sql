-- What is derived is written by the store, in TypeScript. Triggers may be gone already: a backup of 1.0 is restored without
-- those that call functions of 1.0.
drop trigger if exists users_added;
drop trigger if exists users_renamed;
drop trigger if exists profiles_added;
drop trigger if exists profiles_renamed;
drop trigger if exists profiles_gone;
drop trigger if exists items_added;
drop trigger if exists items_renamed;
drop trigger if exists items_gone;
drop trigger if exists items_pictured;
drop trigger if exists items_repictured;
drop trigger if exists bookings_numbered;
drop trigger if exists audit_log_about;

-- People are found by any part of their e-mail or name, without case and accents. It is null where it was not written yet
-- (src/server/store/search/people.ts).
drop table name_words;
alter table users add column search_text text;
create index users_text_due on users (id) where search_text is null;

drop table item_pictures;
