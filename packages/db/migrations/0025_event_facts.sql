-- What a visitor wants to know before buying: doors, age, access, who is on, the story; of a venue where
-- it is and how to get there. Apart from events and venues, whose rows the statements of an on-sale join:
-- the planner guesses their number by the width of a row (0018_event_change_policies.sql).
create table event_facts (
  tenant_id integer not null,
  event_id uuid not null,
  -- How long before a session starts its doors open.
  doors_minutes integer check (doors_minutes between 0 and 1440),
  -- 0: for all ages. Null: not stated.
  minimum_age integer check (minimum_age between 0 and 99),
  age_note text check (char_length(age_note) <= 200),
  access_notes text[] not null default '{}' constraint event_facts_access_notes_bounded
    check (cardinality(access_notes) <= 8 and array_position(access_notes, null) is null
      and char_length(array_to_string(access_notes, '')) <= 1600),
  -- [{"name", "role", "time"}]: LineUpEntry in packages/domain/src/event-facts.ts.
  line_up jsonb constraint event_facts_line_up_bounded
    check (jsonb_typeof(line_up) = 'array' and jsonb_array_length(line_up) <= 60
      and octet_length(line_up::text) <= 65536),
  -- Paragraphs separated by empty lines.
  story text check (char_length(story) <= 6000),
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references events on delete cascade
);

create table venue_facts (
  tenant_id integer not null,
  venue_id uuid not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  description text check (char_length(description) <= 2000),
  getting_there text[] not null default '{}' constraint venue_facts_getting_there_bounded
    check (cardinality(getting_there) <= 8 and array_position(getting_there, null) is null
      and char_length(array_to_string(getting_there, '')) <= 1600),
  access_notes text[] not null default '{}' constraint venue_facts_access_notes_bounded
    check (cardinality(access_notes) <= 8 and array_position(access_notes, null) is null
      and char_length(array_to_string(access_notes, '')) <= 1600),
  primary key (tenant_id, venue_id),
  foreign key (tenant_id, venue_id) references venues on delete cascade,
  check ((latitude is null) = (longitude is null))
);

do $$
declare
  name text;
begin
  foreach name in array array['event_facts', 'venue_facts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
