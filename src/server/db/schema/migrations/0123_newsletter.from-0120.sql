-- Who wants the newsletter. token_hash is the hash of the token in the links of a subscriber, which the shop computes from
-- the address and its key (unsubscribe_key). So the row of somebody who has left, which has no address any more, still
-- proves when they subscribed and left. expires_at is when the row is deleted, and null for a subscriber.
create table newsletter_subscribers (
  token_hash text primary key,
  email text,
  asked_at bigint not null,
  confirmed_at bigint,
  left_at bigint,
  expires_at bigint
);

create unique index newsletter_subscribers_by_email on newsletter_subscribers (email);

create index newsletter_subscribers_confirmed on newsletter_subscribers (email) where confirmed_at is not null;

create index newsletter_subscribers_by_expiry on newsletter_subscribers (expires_at);

-- Where a mail program unsubscribes the recipient with one click (RFC 8058), until the email is sent.
alter table outbox add column unsubscribe_url text;
