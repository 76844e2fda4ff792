-- What somebody has counted, where a change came from counting: the same key with another count is another change.
alter table stock_changes add column counted bigint;
