-- Searching and listing events. What a list filters and sorts by is in one row per event, and the words
-- that find an event are in an index of words. Both follow from the catalogue and are kept by triggers,
-- so no writer of the catalogue can forget them.
--
-- Why an index of words and not pg_trgm: under row security only leakproof operators may use an
-- index, and the operators of trigrams, arrays and tsvector are not; all events of the tenant would be
-- read (measured at 10,000 events: 80 ms). Equality and order of text are leakproof, so the trigrams are
-- rows of their own, once for each word of a tenant. No extension is needed either.

create table event_listings (
  tenant_id integer not null,
  event_id uuid not null,
  category text not null,
  city text not null,
  -- The words of search_words(), in alphabetical order without case and accents.
  sort_name text not null collate "C",
  is_published boolean not null,
  -- A search by price compares the events that are sold in one currency.
  currency text not null default '',
  -- Of the sessions that have not started. Time changes them: a job rewrites the listings whose next
  -- session has started (apps/server/src/jobs/refresh-listings.ts).
  next_start timestamptz,
  session_count integer not null default 0,
  -- Their days in the venue's zone.
  days datemultirange not null default '{}',
  -- The price of the type that is cheapest with fees. Null: nothing has a price yet.
  lowest_minor integer,
  lowest_all_in_minor integer,
  -- Of all sessions that were not cancelled.
  last_start timestamptz,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references events on delete cascade
);
-- Without the tenant, as day_rollups_by_change.
create index event_listings_by_next_start on event_listings (next_start);

create table event_words (
  tenant_id integer not null,
  word text not null collate "C",
  event_id uuid not null,
  -- Where the word is found: 4 in the name, 3 in the category, 2 in venue or city.
  weight smallint not null,
  primary key (tenant_id, word, event_id),
  foreign key (tenant_id, event_id) references events on delete cascade
);
create index event_words_by_event on event_words (tenant_id, event_id);

-- The runs of three characters of each word, to find words that are spelled alike. Words that no event
-- has any more stay: there are few, they lead to no event, and removing one that another transaction
-- adds again at the same moment would lose it.
create table word_grams (
  tenant_id integer not null references tenants,
  gram text not null collate "C",
  word text not null collate "C",
  primary key (tenant_id, gram, word)
);

-- The words of a text in their order, each once: small letters without accents, of 40 characters at
-- most. The words of a search and the words of events both go through it.
create function search_words(given text) returns text[]
  language sql immutable parallel safe
  return array(
    select left(word, 40)
    from regexp_split_to_table(
      translate(
        replace(replace(replace(
          lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f''\u2018\u2019]', '', 'g')),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        'øđłð', 'odld'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+')
      with ordinality as parts(word, place)
    where word <> ''
    group by left(word, 40)
    order by min(place));

create function word_grams_of(word text) returns setof text
  language sql immutable parallel safe
  begin atomic
    select distinct substr('  ' || word || ' ', place, 3)
    from generate_series(1, length(word) + 1) as place;
  end;

-- Writes the words of the given events again, and adds the words that are new to the tenant to word_grams.
create function refresh_event_words(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
begin
  delete from event_words where tenant_id = tenant and event_id = any(ids);
  insert into event_words (tenant_id, word, event_id, weight)
    select tenant, said.word, e.id, max(said.weight)
    from events e
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    cross join lateral (
      select unnest(search_words(e.name)), 4
      union all select e.category, 3 where e.category <> 'other'
      union all select unnest(search_words(v.name || ' ' || v.city)), 2) as said(word, weight)
    -- An unpublished event must not even show by a suggested spelling.
    where e.tenant_id = tenant and e.id = any(ids) and e.is_published
    group by said.word, e.id;
  insert into word_grams (tenant_id, gram, word)
    select tenant, gram, word
    from (select distinct word from event_words
          where tenant_id = tenant and event_id = any(ids)) as words
    cross join lateral word_grams_of(word) as gram
    on conflict do nothing;
end $$;

-- Computes the listings of the given events again.
create function refresh_event_listings(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
begin
  insert into event_listings
    (tenant_id, event_id, category, city, sort_name, is_published, currency)
    select tenant, e.id, e.category, '', '', e.is_published, e.currency
    from events e where e.tenant_id = tenant and e.id = any(ids)
    on conflict do nothing;
  -- If two transactions write one event, the second waits here. Its next statement then reads what the
  -- first one has committed.
  perform from event_listings where tenant_id = tenant and event_id = any(ids)
    order by event_id for update;
  -- One event after the other by its keys: between two ANALYZEs the planner takes thousands of events
  -- for one, and would compare each with all (measured: minutes for 10,000).
  update event_listings l set
    category = e.category, city = v.city,
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
    left join fee_sets f on f.tenant_id = tenant and f.id = coalesce(a.fee_set_id, e.fee_set_id)
    where a.price is not null) p
  where l.tenant_id = tenant and l.event_id = e.id;
end $$;

-- Runs after each statement, for all events that it concerns at once. It follows pools as well, because a
-- dynamic type has no price in a session that does not sell it.
create function follow_catalogue() returns trigger
  language plpgsql as $$
declare
  tenant integer;
  ids uuid[];
begin
  for tenant in select distinct tenant_id from changed loop
    case tg_table_name
      when 'events' then
        select array_agg(c.id) into ids from changed c where c.tenant_id = tenant;
      when 'venues' then
        select array_agg(e.id) into ids from events e
          where e.tenant_id = tenant and e.venue_id in (
            select c.id from changed c where c.tenant_id = tenant);
      when 'fee_sets' then
        select array_agg(e.id) into ids from events e
          where e.tenant_id = tenant and (
            e.fee_set_id in (select c.id from changed c where c.tenant_id = tenant)
            or exists (select from ticket_types t
              where t.tenant_id = tenant and t.event_id = e.id
                and t.fee_set_id in (select c.id from changed c where c.tenant_id = tenant)));
      when 'session_prices' then
        select array_agg(distinct s.event_id) into ids from changed c
          join sessions s on s.tenant_id = c.tenant_id and s.id = c.session_id
          where c.tenant_id = tenant;
      when 'stock' then
        select array_agg(distinct t.event_id) into ids from changed c
          join ticket_types t on t.tenant_id = c.tenant_id and t.id = c.pool_id
            and t.pricing_mode = 'dynamic'
          where c.tenant_id = tenant;
      else
        select array_agg(distinct c.event_id) into ids from changed c where c.tenant_id = tenant;
    end case;
    continue when ids is null;
    if tg_table_name in ('events', 'venues') then
      perform refresh_event_words(tenant, ids);
    end if;
    perform refresh_event_listings(tenant, ids);
  end loop;
  return null;
end $$;

-- A row that is deleted with its parent (a listing with its event, a price with its session) needs no
-- trigger of its own. A venue or a fee set becomes an event's only by a write of the event or the type.
-- Holds and sales update stock, so updates of stock have no trigger: only opening or closing a pool
-- inserts or deletes a row.
do $$
declare
  follower record;
begin
  for follower in select * from (values
    ('events', 'insert'), ('events', 'update'), ('venues', 'update'), ('fee_sets', 'update'),
    ('ticket_types', 'insert'), ('ticket_types', 'update'), ('ticket_types', 'delete'),
    ('sessions', 'insert'), ('sessions', 'update'), ('sessions', 'delete'),
    ('session_prices', 'insert'), ('session_prices', 'update'), ('session_prices', 'delete'),
    ('stock', 'insert'), ('stock', 'delete')
  ) as f(source, change) loop
    execute format(
      'create trigger follow_catalogue_on_%s after %s on %I referencing %s table as changed
       for each statement execute function follow_catalogue()',
      follower.change, follower.change, follower.source,
      case follower.change when 'delete' then 'old' else 'new' end);
  end loop;
end $$;
