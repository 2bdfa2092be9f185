-- Limits by caller that hold over several processes: what each process has counted, exchanged once a
-- second. Of no tenant, since one caller may try many; `key` is a keyed hash, so no address is kept.
-- Unlogged: after a crash of the database everybody begins anew, within minutes of where they were.
create unlogged table limit_counts (
  process text not null,
  limit_name text not null,
  key text not null,
  count integer not null,
  ends_at timestamptz not null,
  primary key (process, limit_name, key)
);
create index limit_counts_to_delete on limit_counts (ends_at);
