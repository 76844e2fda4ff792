-- Tables and columns have the names that the code uses.
alter table bookings rename to orders;
alter table order_events rename column booking_id to order_id;
alter table payment_orders rename column booking_id to order_id;
alter table refunds rename column booking_id to order_id;
alter table invoices rename column booking_id to order_id;
alter table dispute_orders rename column booking_id to order_id;
alter table stray_payments rename to unmatched_payments;
alter table attempts rename to rate_counters;
alter table trial_writes rename to write_probes;
