-- What was created to try a new shop out, so that it can be deleted again.

create table sample_venues (
  tenant_id integer not null,
  venue_id uuid not null,
  primary key (tenant_id, venue_id),
  foreign key (tenant_id, venue_id) references venues on delete cascade
);

create table sample_events (
  tenant_id integer not null,
  event_id uuid not null,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references events on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['sample_venues', 'sample_events'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
