-- When somebody was last here, to the quarter of an hour (src/server/sessions/note-seen.ts).
alter table users add column last_seen_at bigint;
update users set last_seen_at = (select max(created_at) from sessions where user_id = users.id);

-- The words of the names in profiles, by which people are found. Triggers keep them as the profiles are.
create table profile_words (
  user_id text not null references profiles (user_id) on delete cascade,
  word text not null,
  primary key (user_id, word)
) without rowid;
create index profile_words_by_word on profile_words (word, user_id);

-- words_of (src/server/db/search-functions.ts) has blanks between the words, and nothing in them that JSON would escape.
create trigger profiles_added after insert on profiles begin
  insert into profile_words (user_id, word)
    select new.user_id, value from json_each('["' || replace(words_of(new.name), ' ', '","') || '"]') where value <> ''
  ; end;
create trigger profiles_renamed after update of name on profiles begin
  delete from profile_words where user_id = new.user_id
  ; insert into profile_words (user_id, word)
    select new.user_id, value from json_each('["' || replace(words_of(new.name), ' ', '","') || '"]') where value <> ''
  ; end;
insert into profile_words (user_id, word)
  select user_id, value from profiles, json_each('["' || replace(words_of(name), ' ', '","') || '"]') where value <> '';

-- hidden_at: since when nobody but admins sees it. answer: what the shop says to it.
alter table reviews add column hidden_at bigint;
alter table reviews add column answer text;
create index reviews_shown on reviews (id) where hidden_at is null;
