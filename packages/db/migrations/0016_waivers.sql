-- What each participant of an event signs before taking part.

-- The waiver of an event, one row for each version; the newest counts. A version is never changed, so
-- that what somebody signed can always be read again. Without a text, the event needs no waiver.
create table waiver_texts (
  tenant_id integer not null,
  event_id uuid not null,
  version integer not null check (version > 0),
  body text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, event_id, version),
  foreign key (tenant_id, event_id) references events (tenant_id, id)
);

-- Each signature. A participant is an order and a ticket number: a ticket that is replaced keeps its
-- number. Signing again adds a row; the newest counts, if it is for the newest text.
create table waiver_signatures (
  tenant_id integer not null,
  order_id uuid not null,
  ticket_number integer not null,
  id uuid not null,
  event_id uuid not null,
  text_version integer not null,
  participant_name text not null,
  email text not null,
  -- Who signed for a minor; null for an adult.
  guardian_name text,
  signature_kind text not null check (signature_kind in ('typed', 'drawn')),
  -- The name as it was typed, or the strokes as an SVG path (packages/domain/src/waivers.ts).
  signature text not null,
  -- In whole milliseconds, so that the hash can be computed again.
  signed_at timestamptz not null,
  -- Over the text, the names, the signature and the time (packages/domain/src/waivers.ts).
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (tenant_id, order_id, ticket_number, id),
  foreign key (tenant_id, event_id, text_version)
    references waiver_texts (tenant_id, event_id, version)
);

do $$
declare
  name text;
begin
  foreach name in array array['waiver_texts', 'waiver_signatures'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
