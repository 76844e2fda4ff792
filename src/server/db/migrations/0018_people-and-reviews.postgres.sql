-- When somebody was last here, to the quarter of an hour (src/server/sessions/note-seen.ts).
alter table users add column last_seen_at bigint;
update users set last_seen_at = (select max(created_at) from sessions where user_id = users.id);

-- By code point, as SQLite does it by itself: only so do all e-mails with the same beginning stand together.
alter table users alter column email type text collate "C";

-- The words of the names in profiles, by which people are found. Triggers keep them as the profiles are.
create table profile_words (
  user_id text not null references profiles (user_id) on delete cascade,
  word text collate "C" not null,
  primary key (user_id, word)
);
create index profile_words_by_word on profile_words (word, user_id);

create or replace function write_profile_words() returns trigger language plpgsql as $$ begin
  delete from profile_words where user_id = new.user_id
  ; insert into profile_words (user_id, word) select new.user_id, word from unnest(words_of(new.name)) as word
  ; return null
  ; end $$;
create trigger profiles_named after insert or update of name on profiles
  for each row execute function write_profile_words();
insert into profile_words (user_id, word)
  select user_id, word from profiles, unnest(words_of(name)) as word;

-- hidden_at: since when nobody but admins sees it. answer: what the shop says to it.
alter table reviews add column hidden_at bigint;
alter table reviews add column answer text;
create index reviews_shown on reviews (id) where hidden_at is null;
