-- The items that can be ordered now, so that a list of them does not go through all that are sold out. A trigger writes
-- where an item becomes one of them or stops being one, and nobody else: an index would be written with every order.
create table items_in_stock (
  item_id text primary key references items (id) on delete cascade
);
insert into items_in_stock (item_id)
  select id from items where removed_at is null and hidden_at is null and available_quantity >= must_quantity;
create trigger items_added_in_stock after insert on items
  when new.removed_at is null and new.hidden_at is null and new.available_quantity >= new.must_quantity begin
  insert into items_in_stock (item_id) values (new.id)
  ; end;
create trigger items_back_in_stock after update of available_quantity, must_quantity, removed_at, hidden_at on items
  when (new.removed_at is null and new.hidden_at is null and new.available_quantity >= new.must_quantity)
    <> (old.removed_at is null and old.hidden_at is null and old.available_quantity >= old.must_quantity) begin
  delete from items_in_stock where item_id = new.id
  ; insert into items_in_stock (item_id)
    select new.id where new.removed_at is null and new.hidden_at is null and new.available_quantity >= new.must_quantity
  ; end;
