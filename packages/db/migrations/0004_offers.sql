-- What is on sale, at what price, with what fee, and the sums of it that browsers read. The rules are
-- here once for SQL, and once for TypeScript in packages/domain/src/offer.ts;
-- apps/server/test/offers.test.ts compares the two.

-- What a session of a state allows: SESSION_STATES in packages/domain/src/offer.ts. PostgreSQL inlines
-- these functions, so a condition around them can still use an index.
create function state_is_listed(state text) returns boolean
  language sql immutable parallel safe
  return state = 'active';
create function state_is_sold(state text) returns boolean
  language sql immutable parallel safe
  return state = 'active';

-- The price of one, fees included: allInMinor() of packages/domain/src/quote.ts for use in SQL.
-- round() of a numeric rounds half away from zero, as applyRate() does.
create function all_in_minor(price_minor integer, fee fee_sets) returns integer
  language sql immutable parallel safe
  return case
    when price_minor = 0 or fee.is_active is not true then price_minor
    when fee.fee_type = 'flat' then price_minor + fee.flat_minor
    else price_minor + round(price_minor::numeric * fee.rate_ppm / 1000000)::integer
  end;

-- A fee set as a hold freezes it: FeeSet in packages/domain/src/quote.ts. Null without a fee set.
create function fee_set_json(fee fee_sets) returns json
  language sql stable parallel safe
  return case when fee.id is not null then json_build_object('id', fee.id, 'name', fee.name,
    'isActive', fee.is_active, 'feeType', fee.fee_type, 'flatMinor', fee.flat_minor,
    'ratePpm', fee.rate_ppm) end;

-- The conditions below are joined by 'and' alone, and `sales_end_at` is a plain column: a reader that
-- asks for `is_listed` or `is_open` reads the index of sessions by start.
create view offered_sessions with (security_invoker = true) as
  select s.tenant_id, s.id as session_id, s.event_id, s.starts_at, s.ends_at, s.local_date,
    s.display_name, s.status as state, e.is_published as is_event_published, e.currency,
    e.fee_set_id as event_fee_set_id,
    s.starts_at as sales_end_at,
    -- Calendars and lists show the session, if its event is published.
    (state_is_listed(s.status) and s.starts_at > now()) as is_listed,
    -- The session itself can be bought; its event may still be unpublished.
    (state_is_sold(s.status) and s.starts_at > now()) as is_open,
    -- The session and its event can be bought.
    (e.is_published and state_is_sold(s.status) and s.starts_at > now()) as is_on_sale
  from sessions s
  join events e on e.tenant_id = s.tenant_id and e.id = s.event_id;

-- One row for each session and each ticket type of its event, whether it is sold there or not. Every
-- join is by a primary key or by an index that begins with the key that is asked for; the planner leaves
-- out a left join if a reader asks for no column of it (apps/server/test/offers-plan.test.ts).
create view session_offers with (security_invoker = true) as
  select s.tenant_id, s.session_id, s.event_id, t.id as ticket_type_id, t.name, t.position,
    t.max_quantity, t.is_archived, s.local_date, s.starts_at, s.ends_at, s.display_name, s.state,
    s.is_event_published,
    s.sales_end_at, s.currency,
    -- A fixed type has a price of its own; a dynamic one has that of the session. Null: not priced.
    case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end as price_minor,
    fee_set_json(f) as fee_set,
    all_in_minor(case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end, f)
      as all_in_minor,
    -- A type is sold in the sessions in which it has a pool.
    k.pool_id is not null as is_stocked,
    s.is_listed, s.is_open,
    (s.is_on_sale and k.pool_id is not null and not t.is_archived
      and (t.pricing_mode = 'fixed' or o.price_minor is not null)) as is_on_sale
  from offered_sessions s
  join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
  left join session_prices o on o.tenant_id = s.tenant_id and o.session_id = s.session_id
    and o.ticket_type_id = t.id
  -- A type's own fee set overrides the event's, also when it is inactive.
  left join fee_sets f on f.tenant_id = s.tenant_id
    and f.id = coalesce(t.fee_set_id, s.event_fee_set_id)
  left join stock k on k.tenant_id = s.tenant_id and k.session_id = s.session_id and k.pool_id = t.id;

-- The lowest price at which a type is still sold, on one day or (day null) on any. Null: no session in
-- the future has a price for it.
create function lowest_price_minor(type ticket_types, day date) returns integer
  language sql stable parallel safe
  return case type.pricing_mode when 'fixed' then type.price_minor else (
    select min(o.price_minor) from session_offers o
    where o.tenant_id = type.tenant_id and o.event_id = type.event_id
      and o.ticket_type_id = type.id and o.is_open and o.is_stocked
      and (day is null or o.local_date = day)) end;

-- Rollups: what browsers are shown of prices and room, computed once per change instead of once per
-- look. A calendar of a year is 365 rows and not 3,650 sessions with their types, pools and holds.
-- Rollups never decide a sale: stock does, and a full comparison corrects these rows from it
-- (engine/rollups/).

-- Numbers what was written together. A writer that takes a number holds its tenant's advisory lock until
-- the commit, so no smaller number becomes visible after a larger one, and `version > seen` misses
-- nothing.
create sequence rollup_version;

create table day_rollups (
  tenant_id integer not null,
  event_id uuid not null,
  local_date date not null,
  -- The price of the type that is cheapest with fees. Null: nothing has a price yet.
  lowest_minor integer,
  lowest_all_in_minor integer,
  -- Over the sessions that have not started. Null: one of them has no limit.
  room integer,
  capacity integer,
  -- When the row changes by time alone, because its next session starts. Null: no session is left, and
  -- the day is not shown any more.
  next_change_at timestamptz,
  version bigint not null,
  primary key (tenant_id, event_id, local_date),
  foreign key (tenant_id, event_id) references events on delete cascade
);
-- Without the tenant: before its first ANALYZE the planner would walk any index that begins with it
-- instead of probing the primary key.
create index day_rollups_by_version on day_rollups (version);
create index day_rollups_by_change on day_rollups (next_change_at);

create table session_rollups (
  tenant_id integer not null,
  session_id uuid not null,
  event_id uuid not null,
  local_date date not null,
  -- Null: without limit. 0 once it can't be bought any more.
  room integer,
  -- {"<ticket type>": room}, never more than the session's.
  types jsonb not null,
  version bigint not null,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, event_id) references events on delete cascade,
  foreign key (tenant_id, session_id) references sessions on delete cascade
);
create index session_rollups_by_version on session_rollups (event_id, version);
