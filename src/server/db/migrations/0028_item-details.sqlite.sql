-- What else can be told of an item: further pictures (a JSON array of addresses) and short texts, empty where nothing is.
alter table items add column pictures text not null default '[]';
alter table items add column materials text not null default '';
alter table items add column size text not null default '';
alter table items add column care text not null default '';

-- Which item shows a further picture that was uploaded here: asked for each before it is swept away. Triggers keep it as
-- the items are.
create table item_pictures (
  item_id text not null references items (id) on delete cascade,
  photo_url text not null,
  primary key (item_id, photo_url)
);
create index item_pictures_by_address on item_pictures (photo_url);

create trigger items_pictured after insert on items when new.pictures <> '[]' begin
  insert or ignore into item_pictures (item_id, photo_url) select new.id, value from json_each(new.pictures)
    where value like '/images/%'
  ; end;
create trigger items_repictured after update of pictures on items when old.pictures <> new.pictures begin
  delete from item_pictures where item_id = new.id
  ; insert or ignore into item_pictures (item_id, photo_url) select new.id, value from json_each(new.pictures)
    where value like '/images/%'
  ; end;
