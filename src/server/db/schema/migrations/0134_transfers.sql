-- The delivery that a customer was told to transfer with an order: it stays, whatever delivery costs when the money comes.
alter table orders add column transfer_delivery_minor bigint;

-- The transfers that an account has announced.
create index orders_announced on orders (user_id) where transfer_until > 0;
