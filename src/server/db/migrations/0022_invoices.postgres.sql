-- Invoices (INV) and credit notes (CN) as they were given out: rows are only ever added, and their numbers have no gap.
-- amount_cents is below nothing where a credit note is taken back. content is what must not change later, as JSON
-- (InvoiceContent in src/domain/invoice.ts).
create table invoices (
  series text not null,
  number bigint not null,
  booking_id text not null references bookings (id),
  refund_id text references refunds (id),
  amount_cents bigint not null,
  issued_at bigint not null,
  content text not null,
  primary key (series, number)
);
create unique index invoices_one_per_order on invoices (booking_id) where series = 'INV';
create index invoices_order on invoices (booking_id);
create index invoices_refund on invoices (refund_id) where refund_id is not null;

-- The last number of each series. Whoever gives out the next one holds the row until the transaction ends.
create table invoice_series (
  series text primary key,
  last_number bigint not null
);

-- What was paid and given back before there were invoices, in the order in which it was. Who sold it is not known here:
-- shop is null, and the present details are shown.
insert into invoices (series, number, booking_id, amount_cents, issued_at, content)
  select 'INV', 1000 + row_number() over (order by paid_at, id), id, total_cents, paid_at, json_build_object(
    'shop', null,
    'customer', json_build_object('name', owner_name, 'address', address, 'email', email),
    'orderNumber', 'T-' || number,
    'transactionId', coalesce(transaction_id, ''),
    'lines', json_build_array(json_build_object(
      'text', item_name, 'quantity', quantity, 'unitPrice', unit_price_cents, 'total', total_cents)),
    'about', null)::text
  from bookings where paid_at is not null;
insert into invoices (series, number, booking_id, refund_id, amount_cents, issued_at, content)
  select 'CN', 1000 + row_number() over (order by refunds.succeeded_at, refunds.id), invoices.booking_id, refunds.id,
    refunds.amount_cents, refunds.succeeded_at, json_build_object(
      'shop', null,
      'customer', invoices.content::json -> 'customer',
      'orderNumber', invoices.content::json -> 'orderNumber',
      'transactionId', bookings.transaction_id,
      'lines', json_build_array(json_build_object(
        'text', 'Refund of ' || bookings.item_name, 'quantity', 1,
        'unitPrice', refunds.amount_cents, 'total', refunds.amount_cents)),
      'about', 'INV-' || invoices.number)::text
  from invoices
  join bookings on bookings.id = invoices.booking_id
  join refunds on refunds.intent_id = bookings.transaction_id
  where refunds.succeeded_at is not null;
insert into invoice_series (series, last_number) select series, max(number) from invoices group by series;

-- The credit note that a letter takes along, such as CN-1001; a receipt takes the invoice of its order.
alter table outbox add column document text;
-- The shop's name is put around a letter when it is sent: those that wait have it already.
update outbox set text_body = substr(text_body, 1, length(text_body) - length('xxTuckshop'))
  where sent_at is null and text_body like '%Tuckshop';
update outbox set html_body = replace(replace(html_body, '</body></html>', ''),
  '<!doctype html><html lang="en"><body style="font-family:Georgia,serif;color:#2a241f;background:#faf6f0;padding:24px"><h1 style="color:#9a4522">Tuckshop</h1>', '')
  where sent_at is null;
