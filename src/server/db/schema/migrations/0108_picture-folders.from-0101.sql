-- Which folders of pictures the shops on this database use, and when each was last seen: several mean that pictures uploaded to
-- one machine are missing on the others.
create table picture_folders (
  id text primary key,
  seen_at bigint not null
);
