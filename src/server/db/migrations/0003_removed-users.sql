-- closed_at: nothing unpaid is left of a removed user. Until then the removal is finished by a job.
alter table users add column closed_at bigint;
create index users_present on users (id) where removed_at is null;
create index users_admins on users (id) where admin_since is not null and removed_at is null;
create index users_unclosed on users (removed_at) where removed_at is not null and closed_at is null;
create index proofs_user on proofs (user_id);
