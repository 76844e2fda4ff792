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

create or replace function write_item_pictures() returns trigger language plpgsql as $$ begin
  delete from item_pictures where item_id = new.id
  ; insert into item_pictures (item_id, photo_url)
    select distinct new.id, address from jsonb_array_elements_text(new.pictures::jsonb) as address
    where address like '/images/%'
  ; return null
  ; end $$;
create trigger items_pictured after insert on items
  for each row when (new.pictures <> '[]') execute function write_item_pictures();
create trigger items_repictured after update of pictures on items
  for each row when (old.pictures <> new.pictures) execute function write_item_pictures();
