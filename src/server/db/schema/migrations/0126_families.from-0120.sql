-- The family of an item, such as 'Kitchen': free text of an admin, by which the catalogue can be narrowed down. Empty for none.
alter table items add column family text not null default '';

create index items_by_family on items (family, id) where removed_at is null and hidden_at is null;
