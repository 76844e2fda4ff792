-- Numbers of orders (T), invoices (INV) and credit notes (CN) that a shop has given out of which nothing is left: a backup
-- was restored in its place. They are not given out again, and the books know why they are missing.
create table number_gaps (
  series text not null check (series in ('T', 'INV', 'CN')),
  first_number bigint not null,
  last_number bigint not null check (last_number >= first_number),
  noted_at bigint not null,
  primary key (series, first_number)
);
