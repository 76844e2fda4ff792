-- What the owner of a session is told of it. Sessions from before were used when they began, and where is not known.
alter table sessions add column last_used_at bigint;
alter table sessions add column browser text;
alter table sessions add column address text;

-- Links in letters, each good once: to choose a new password, or to prove an e-mail. Of their secrets only hashes are here.
create table mailed_links (
  secret_hash text primary key,
  user_id text not null references users (id),
  purpose text not null check (purpose in ('reset', 'verify')),
  expires_at bigint not null
);
create index mailed_links_user on mailed_links (user_id);
create index mailed_links_expiry on mailed_links (expires_at);

-- Which kept pictures are people's own (src/server/jobs/sweep-pictures.ts).
create index users_pictures on users (photo_url) where photo_url is not null;

-- Whoever has no profile is found by the name of their account, which they can now change.
create trigger users_renamed after update of display_name on users
  when not exists (select 1 from profiles where profiles.user_id = new.id) begin
  delete from name_words where user_id = new.id
  ; insert into name_words (user_id, word)
    select new.id, value from json_each('["' || replace(words_of(new.display_name), ' ', '","') || '"]') where value <> ''
  ; end;
