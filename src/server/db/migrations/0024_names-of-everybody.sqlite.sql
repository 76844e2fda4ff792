-- People are found by their name, also before they have written a profile: by the one that they signed up with.
-- The words of everybody's name take the place of those of profiles. Triggers keep them as the names are;
-- nobody changes the one that they signed up with.
drop trigger profiles_added;
drop trigger profiles_renamed;
drop table profile_words;

create table name_words (
  user_id text not null references users (id) on delete cascade,
  word text not null,
  primary key (user_id, word)
) without rowid;
create index name_words_by_word on name_words (word, user_id);

-- words_of (src/server/db/search-functions.ts) has blanks between the words, and nothing in them that JSON would escape.
create trigger users_added after insert on users begin
  insert into name_words (user_id, word)
    select new.id, value from json_each('["' || replace(words_of(new.display_name), ' ', '","') || '"]') where value <> ''
  ; end;
create trigger profiles_added after insert on profiles begin
  delete from name_words where user_id = new.user_id
  ; insert into name_words (user_id, word)
    select new.user_id, value from json_each('["' || replace(words_of(new.name), ' ', '","') || '"]') where value <> ''
  ; end;
create trigger profiles_renamed after update of name on profiles begin
  delete from name_words where user_id = new.user_id
  ; insert into name_words (user_id, word)
    select new.user_id, value from json_each('["' || replace(words_of(new.name), ' ', '","') || '"]') where value <> ''
  ; end;
create trigger profiles_gone after delete on profiles begin
  delete from name_words where user_id = old.user_id
  ; insert into name_words (user_id, word)
    select users.id, value from users, json_each('["' || replace(words_of(display_name), ' ', '","') || '"]')
    where users.id = old.user_id and value <> ''
  ; end;

insert into name_words (user_id, word)
  select users.id, value from users left join profiles on profiles.user_id = users.id,
    json_each('["' || replace(words_of(coalesce(profiles.name, display_name)), ' ', '","') || '"]')
  where value <> '';
