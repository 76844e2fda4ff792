-- How a payment was made. The card provider knows nothing of one that is not by card: an admin notes it, with the day on
-- which the money came.
alter table payments add column method text not null default 'card';
alter table payments add column noted_by text references users (id);
alter table payments add column idempotency_key text;
create unique index payments_key on payments (noted_by, idempotency_key) where idempotency_key is not null;

-- The same for the orders that such a payment paid, so that lists need no second query.
alter table orders add column paid_method text;
alter table orders add column received_on text;
-- Until when the customer has said to pay by transfer; this keeps the stock.
alter table orders add column transfer_until bigint;
