-- Name, look and texts of the shop, as one JSON document (src/contract/shop-content.ts). Every save adds a row, and the
-- newest counts. saved_by is null where the shop itself has written it.
create table shop_content (
  version bigint primary key,
  content text not null,
  saved_at bigint not null,
  saved_by text references users (id)
);
