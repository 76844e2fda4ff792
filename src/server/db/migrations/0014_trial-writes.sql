-- A row comes and goes here after a change was refused, to see whether there is room again (db/write-trials.ts).
create table trial_writes (
  id integer primary key,
  padding text not null
);
