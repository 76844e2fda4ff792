-- Whom and what a row of the audit log is about: every id in its detail, so that it is found by a person, an order or an
-- item. Kept by a trigger, as other words by which something is found, so that a restore makes it anew.
create table audit_subjects (
  subject text not null,
  n bigint not null references audit_log (n) on delete cascade,
  primary key (subject, n)
);
create index audit_subjects_by_row on audit_subjects (n);

-- By their shape: a text that was cut in the middle of a character is no JSON for PostgreSQL.
create or replace function note_audit_subjects() returns trigger language plpgsql as $$
begin
  insert into audit_subjects (subject, n)
    select distinct ids.match[1], new.n
    from regexp_matches(new.detail, '"([0-9a-f-]{36})"', 'g') as ids (match);
  return null;
end $$;
create trigger audit_log_about after insert on audit_log
  for each row execute function note_audit_subjects();

insert into audit_subjects (subject, n)
  select distinct ids.match[1], audit_log.n
  from audit_log, regexp_matches(audit_log.detail, '"([0-9a-f-]{36})"', 'g') as ids (match);

-- For how long rows were kept when the last of them were forgotten, and up to which row earlier versions have forgotten
-- without keeping the row that shows that all of them were old (src/server/store/audit-chain.ts).
alter table audit_chain add column kept_ms bigint;
alter table audit_chain add column unproven_n bigint not null default 0;
update audit_chain set unproven_n = forgotten_n;
