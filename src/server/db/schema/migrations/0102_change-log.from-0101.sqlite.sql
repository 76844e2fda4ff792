-- What each commit has changed, while a continuous backup is on (src/server/backup/continuous), until every target has it.
-- A row without a changeset stands for changes that could not be recorded. Neither table has a primary key, on purpose:
-- SQLite's sessions record only tables that have one, so the log is never part of itself.
create table change_log (
  n bigint not null unique,
  at bigint not null,
  changeset blob
);

-- The places that the changes go to, and how far each of them has come: generation, last change and its hash.
-- since: when it was asked for. covered_at: up to when everything can be restored from it. on_own_disk: 1 where it was on the
-- disk of the data folder when the shop first wrote there. parent: what the shop was restored from.
create table backup_targets (
  place text not null unique,
  since bigint not null,
  covered_at bigint,
  on_own_disk bigint,
  generation text,
  parent text,
  n bigint not null default 0,
  hash text not null default ''
);
