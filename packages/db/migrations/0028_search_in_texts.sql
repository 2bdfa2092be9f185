-- The search reads what events say about themselves (description, story, line-up), finds events of one
-- venue, and knows which day it is at a venue.

alter table event_listings add column venue_id uuid, add column timezone text not null default 'UTC';

-- The words of an event's texts. Apart from event_words, which is read for every first letter that is
-- typed and for every slip: with the texts it would have ten times as many rows. A word is found here if
-- it is typed in full, or its first four letters are; spelling is not corrected to words of texts.
create table event_text_words (
  tenant_id integer not null,
  word text not null collate "C",
  event_id uuid not null,
  primary key (tenant_id, word, event_id),
  foreign key (tenant_id, event_id) references events on delete cascade
);
create index event_text_words_by_event on event_text_words (tenant_id, event_id);
alter table event_text_words enable row level security;
alter table event_text_words force row level security;
create policy tenant_only on event_text_words using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

-- Who is on, as one text. An entry is a LineUpEntry of packages/domain/src/event-facts.ts.
create function line_up_names(line_up jsonb) returns text
  language sql immutable parallel safe
  return (select string_agg(entry ->> 'name', ' ') from jsonb_array_elements(line_up) as entry);

-- As in 0005_event_search.sql, with the names of the line-up (weight 3) and the words of the texts.
create or replace function refresh_event_words(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
begin
  delete from event_words where tenant_id = tenant and event_id = any(ids);
  delete from event_text_words where tenant_id = tenant and event_id = any(ids);
  insert into event_words (tenant_id, word, event_id, weight)
    select tenant, said.word, e.id, max(said.weight)
    from events e
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join event_facts f on f.tenant_id = e.tenant_id and f.event_id = e.id
    cross join lateral (
      select unnest(search_words(e.name)), 4
      union all select unnest(search_words(line_up_names(f.line_up))), 3
      union all select e.category, 3 where e.category <> 'other'
      union all select unnest(search_words(v.name || ' ' || v.city)), 2) as said(word, weight)
    -- An unpublished event must not even show by a suggested spelling.
    where e.tenant_id = tenant and e.id = any(ids) and e.is_published
    group by said.word, e.id;
  insert into event_text_words (tenant_id, word, event_id)
    select tenant, said.word, e.id
    from events e
    left join event_facts f on f.tenant_id = e.tenant_id and f.event_id = e.id
    cross join lateral unnest(search_words(concat_ws(' ', e.description, f.story)))
      as said(word)
    where e.tenant_id = tenant and e.id = any(ids) and e.is_published
      -- Nobody looks for 'of' or 'at'.
      and said.word !~ '^[a-z0-9]{1,2}$';
  insert into word_grams (tenant_id, gram, word)
    select tenant, gram, word
    from (select distinct word from event_words
          where tenant_id = tenant and event_id = any(ids)) as words
    cross join lateral word_grams_of(word) as gram
    on conflict do nothing;
end $$;

-- As in 0012_charged_fee_set.sql, with the venue and its time zone.
create or replace function refresh_event_listings(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
begin
  insert into event_listings
    (tenant_id, event_id, venue_id, category, city, sort_name, is_published, currency)
    select tenant, e.id, e.venue_id, e.category, '', '', e.is_published, e.currency
    from events e where e.tenant_id = tenant and e.id = any(ids)
    on conflict do nothing;
  -- If two transactions write one event, the second waits here. Its next statement then reads what the
  -- first one has committed.
  perform from event_listings where tenant_id = tenant and event_id = any(ids)
    order by event_id for update;
  -- One event after the other by its keys: between two ANALYZEs the planner takes thousands of events
  -- for one, and would compare each with all (measured: minutes for 10,000).
  update event_listings l set
    category = e.category, city = v.city, venue_id = v.id, timezone = v.timezone,
    sort_name = array_to_string(search_words(e.name), ' '),
    is_published = e.is_published, currency = e.currency, next_start = c.next_start,
    session_count = c.session_count, days = coalesce(c.days, '{}'),
    lowest_minor = p.lowest[2], lowest_all_in_minor = p.lowest[1],
    last_start = c.last_start
  from unnest(ids) as wanted(id)
  join events e on e.tenant_id = tenant and e.id = wanted.id
  join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
  cross join lateral (
    select min(s.starts_at) filter (where s.is_listed) as next_start,
      count(*) filter (where s.is_listed) as session_count,
      range_agg(daterange(s.local_date, s.local_date, '[]')) filter (where s.is_listed) as days,
      max(s.starts_at) as last_start
    from offered_sessions s
    where s.tenant_id = tenant and s.event_id = e.id and state_is_listed(s.state)) c
  cross join lateral (
    select min(array[all_in_minor(a.price, f), a.price]) as lowest
    from (
      select t.fee_set_id, lowest_price_minor(t, null) as price
      from ticket_types t
      where t.tenant_id = tenant and t.event_id = e.id and not t.is_archived
      offset 0) a
    left join fee_sets f on f.tenant_id = tenant
      and f.id = charged_fee_set_id(a.fee_set_id, e.fee_set_id)
    where a.price is not null) p
  where l.tenant_id = tenant and l.event_id = e.id;
end $$;

-- The facts of an event hold words alone, so no listing changes with them.
create function follow_event_facts() returns trigger
  language plpgsql as $$
declare
  tenant integer;
begin
  for tenant in select distinct tenant_id from changed loop
    perform refresh_event_words(tenant,
      array(select c.event_id from changed c where c.tenant_id = tenant));
  end loop;
  return null;
end $$;
create trigger follow_event_facts_on_insert after insert on event_facts
  referencing new table as changed for each statement execute function follow_event_facts();
create trigger follow_event_facts_on_update after update on event_facts
  referencing new table as changed for each statement execute function follow_event_facts();
create trigger follow_event_facts_on_delete after delete on event_facts
  referencing old table as changed for each statement execute function follow_event_facts();

-- The events that exist already, tenant by tenant: row security applies to the owner too.
do $$
declare
  tenant integer;
  ids uuid[];
begin
  for tenant in select tenant_id from tenants order by tenant_id loop
    perform set_config('app.tenant_id', tenant::text, true);
    select array_agg(e.id) into ids from events e where e.tenant_id = tenant;
    continue when ids is null;
    perform refresh_event_words(tenant, ids);
    perform refresh_event_listings(tenant, ids);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table event_listings alter column venue_id set not null;
