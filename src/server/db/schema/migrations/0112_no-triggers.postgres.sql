-- What is derived is written by the store, in TypeScript. Their triggers go with the functions.
drop function if exists note_user_name cascade;
drop function if exists note_profile_name cascade;
drop function if exists write_name_words cascade;
drop function if exists write_item_text cascade;
drop function if exists write_item_pictures cascade;
drop function if exists note_audit_subjects cascade;
drop function if exists search_words cascade;
drop function if exists words_of cascade;
drop function if exists fold cascade;

-- People are found by any part of their e-mail or name, without case and accents. It is null where it was not written yet
-- (src/server/store/search/people.ts).
drop table name_words;
alter table users add column search_text text;
create index users_text_due on users (id) where search_text is null;

drop table item_pictures;
