-- An invoice is about all orders of its payment; order_id is the first of them. Invoices of version 1.0 are about one order
-- each, and have no payment_id. Credit notes are about one order.
alter table invoices add column payment_id text references payments (id);
create unique index invoices_one_per_payment on invoices (payment_id) where payment_id is not null;
