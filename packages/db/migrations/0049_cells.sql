-- Organizers may be spread over several clusters of PostgreSQL, the cells. Each cell has this schema.

-- The organizers whose rows are in another cell: rows of theirs that are here do not count. In the home cell
-- this is the directory of all organizers that are not at home. Ids and names alone, so no row security.
create table tenant_cells (
  tenant_id integer primary key,
  -- The cell that has the organizer's rows.
  cell text not null check (cell ~ '^[a-z][a-z0-9-]{0,30}$'),
  changed_at timestamptz not null default clock_timestamp()
);

-- Every transaction of a tenant begins with a look into tenant_cells, and ends here if the tenant has a row:
-- a process that has not heard of a move yet can neither read nor write what is left behind.
-- Volatile: a planner that computed it early would refuse everybody.
create function tenant_is_elsewhere(id text) returns text
  language plpgsql volatile as $$
begin
  raise exception 'organizer % is in another cell', id using errcode = 'FY001';
end $$;

-- Moves of organizers between cells, in the home cell. A move whose command was interrupted goes on with the
-- step after the one that is stored here.
create table tenant_moves (
  id uuid primary key,
  tenant_id integer not null,
  from_cell text not null,
  to_cell text not null check (to_cell <> from_cell),
  -- 'done' and 'undone' are the ends.
  step text not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- How long the organizer answered 503.
  pause_ms integer
);
create unique index tenant_moves_open on tenant_moves (tenant_id) where ended_at is null;
