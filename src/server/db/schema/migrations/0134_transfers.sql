-- The delivery that a customer was told to transfer with an order: it stays, whatever delivery costs when the money comes.
alter table orders add column transfer_delivery_minor bigint;
