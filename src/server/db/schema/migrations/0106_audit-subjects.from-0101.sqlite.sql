-- Whom and what a row of the audit log is about: every id in its detail, so that it is found by a person, an order or an
-- item. Kept by a trigger, as other words by which something is found, so that a restore makes it anew.
create table audit_subjects (
  subject text not null,
  n bigint not null references audit_log (n) on delete cascade,
  primary key (subject, n)
) without rowid;
create index audit_subjects_by_row on audit_subjects (n);

create trigger audit_log_about after insert on audit_log begin
  insert or ignore into audit_subjects (subject, n)
    select value, new.n from json_tree(new.detail)
    where type = 'text' and length(value) = 36 and value not glob '*[^0-9a-f-]*';
end;

insert or ignore into audit_subjects (subject, n)
  select value, n from audit_log, json_tree(audit_log.detail)
  where type = 'text' and length(value) = 36 and value not glob '*[^0-9a-f-]*';

-- For how long rows were kept when the last of them were forgotten, and up to which row earlier versions have forgotten
-- without keeping the row that shows that all of them were old (src/server/store/audit-chain.ts).
alter table audit_chain add column kept_ms bigint;
alter table audit_chain add column unproven_n bigint not null default 0;
update audit_chain set unproven_n = forgotten_n;
