-- One row: with it the shop signs the links by which alerts are taken back. Until then its id did, which the card provider
-- is told with every payment. Links in older mails stay good for what was asked for with them: their hashes are kept.
create table unsubscribe_key (
  id bigint primary key check (id = 1),
  secret text not null
);
