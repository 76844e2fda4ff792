-- No query of the shop needs these (src/server/db/schema/plans.test.ts), or a primary key does as well.
drop index users_every_email;
drop index users_present;
drop index reviews_shown;
drop index invoices_refund;
