-- What opening payments has added to an order's hold: there is a total (domain/hold.ts).
alter table bookings add column renewed_ms bigint not null default 0;
-- Sent letters are forgotten by age, some at a time.
create index outbox_sent on outbox (sent_at) where sent_at is not null;
