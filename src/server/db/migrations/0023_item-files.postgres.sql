-- Items come by the thousand in a file. While words_due is 1 their words are not in the index yet: putting them there
-- takes ten times as long as the rest, and is done afterwards in small steps (src/server/jobs/index-words.ts).
alter table items add column words_due bigint not null default 0;
create index items_words_due on items (id) where words_due = 1;

drop trigger items_named on items;
create trigger items_added after insert on items
  for each row when (new.words_due = 0) execute function write_item_text();
create trigger items_renamed after update of name, description, words_due on items
  for each row when (new.words_due = 0 and (old.name <> new.name or old.description <> new.description or old.words_due = 1))
  execute function write_item_text();

-- Every file that was imported, with what came of it: the same one with the same key is not imported twice.
create table item_imports (
  id text primary key,
  user_id text not null references users (id),
  created_at bigint not null,
  digest text not null,
  added bigint not null,
  changed bigint not null,
  idempotency_key text
);
create unique index item_imports_key on item_imports (user_id, idempotency_key) where idempotency_key is not null;
