-- The name of an item's tax rate; empty for the first rate of the shop.
alter table items add column tax text not null default '';

-- The tax in an invoice or a credit note, one row per rate. Prices contain it.
create table invoice_taxes (
  series text not null,
  number bigint not null,
  name text not null,
  -- 5500 is 5.5 %.
  percent_thousandths bigint not null,
  gross_minor bigint not null,
  tax_minor bigint not null,
  issued_at bigint not null,
  primary key (series, number, name),
  foreign key (series, number) references invoices (series, number) on update cascade on delete cascade
);
create index invoice_taxes_issued on invoice_taxes (issued_at);
create index invoices_issued on invoices (issued_at, series, number);

