-- From which address a payment was last started: declined cards are counted against it.
alter table payments add column started_from text;
