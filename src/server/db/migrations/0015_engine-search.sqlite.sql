-- Searching is SQLite's own now (docs/decisions/008). The table of words goes, and with it the sorted name in items.
drop table item_words;
drop index items_by_name;
drop index items_unindexed;
alter table items drop column name_key;

-- Every item has a number here, which is its rowid in the full-text index: the rowid of items itself may change when
-- the file is vacuumed. The name is as it is sorted.
create table item_texts (
  number integer primary key,
  item_id text not null unique,
  name text not null
);
create index item_texts_by_name on item_texts (name, item_id);

-- It is given words (src/domain/search.ts) with blanks between them, which is all that the tokenizer has to know.
create virtual table item_search using fts5 (
  name, description, content = '', contentless_delete = 1, detail = column, prefix = '1 2 3', tokenize = 'ascii'
);

-- fold and words_of are the shop's own functions (src/server/db/search-functions.ts).
create trigger items_added after insert on items begin
  insert into item_texts (item_id, name) values (new.id, fold(new.name))
  ; insert into item_search (rowid, name, description)
    select number, words_of(new.name), words_of(new.description) from item_texts where item_id = new.id
  ; end;
create trigger items_renamed after update of name, description on items begin
  update item_texts set name = fold(new.name) where item_id = new.id
  ; insert or replace into item_search (rowid, name, description)
    select number, words_of(new.name), words_of(new.description) from item_texts where item_id = new.id
  ; end;
create trigger items_gone after delete on items begin
  delete from item_search where rowid = (select number from item_texts where item_id = old.id)
  ; delete from item_texts where item_id = old.id
  ; end;

insert into item_texts (item_id, name) select id, fold(name) from items order by id;
insert into item_search (rowid, name, description)
  select number, words_of(items.name), words_of(description) from item_texts join items on items.id = item_id order by number;
