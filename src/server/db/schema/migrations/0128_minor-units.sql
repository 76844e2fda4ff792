-- Money is in whole minor units of the shop's currency: cents, yen, fils.
alter table dispute_orders rename column amount_cents to amount_minor;
alter table disputes rename column amount_cents to amount_minor;
alter table disputes rename column withdrawn_cents to withdrawn_minor;
alter table disputes rename column fee_cents to fee_minor;
alter table invoices rename column amount_cents to amount_minor;
alter table items rename column price_cents to price_minor;
alter table orders rename column unit_price_cents to unit_price_minor;
alter table orders rename column total_cents to total_minor;
alter table orders rename column refunded_cents to refunded_minor;
alter table orders rename column refund_pending_cents to refund_pending_minor;
alter table orders rename column dispute_lost_cents to dispute_lost_minor;
alter table orders rename column paid_cents to paid_minor;
alter table payment_orders rename column amount_cents to amount_minor;
alter table payments rename column amount_cents to amount_minor;
alter table payments rename column received_cents to received_minor;
alter table refunds rename column amount_cents to amount_minor;
alter table unmatched_payments rename column amount_cents to amount_minor;
