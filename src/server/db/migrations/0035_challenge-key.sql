-- With it the shop knows the challenges for passkeys that it has made, without keeping any: asking for one writes nothing.
create table challenge_key (
  id integer primary key check (id = 1),
  secret text not null
);

-- From here on these are the ones that were answered, each good once; until now they were those that were asked for.
delete from passkey_challenges;
