-- What the data is, from its first start on: a demo, whose accounts everybody knows, or a live shop. One row.
create table shop_mode (
  id bigint primary key check (id = 1),
  mode text not null check (mode in ('demo', 'live')),
  since bigint not null
);
