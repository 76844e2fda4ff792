-- People are found by their name, also before they have written a profile: by the one that they signed up with.
-- The words of everybody's name take the place of those of profiles. Triggers keep them as the names are;
-- nobody changes the one that they signed up with.
drop trigger profiles_named on profiles;
drop function write_profile_words();
drop table profile_words;

create table name_words (
  user_id text not null references users (id) on delete cascade,
  word text collate "C" not null,
  primary key (user_id, word)
);
create index name_words_by_word on name_words (word, user_id);

create or replace function write_name_words(person text) returns void language sql as $$
  delete from name_words where user_id = person
  ; insert into name_words (user_id, word)
    select users.id, word from users left join profiles on profiles.user_id = users.id,
      unnest(words_of(coalesce(profiles.name, users.display_name))) as word
    where users.id = person
  ; $$;
create or replace function note_user_name() returns trigger language plpgsql as $$ begin
  perform write_name_words(new.id)
  ; return null
  ; end $$;
create or replace function note_profile_name() returns trigger language plpgsql as $$ begin
  perform write_name_words(coalesce(new.user_id, old.user_id))
  ; return null
  ; end $$;
create trigger users_named after insert on users
  for each row execute function note_user_name();
create trigger profiles_named after insert or update of name or delete on profiles
  for each row execute function note_profile_name();

insert into name_words (user_id, word)
  select users.id, word from users left join profiles on profiles.user_id = users.id,
    unnest(words_of(coalesce(profiles.name, users.display_name))) as word;
