-- What a tenant sells: venues, events, ticket types, sessions, prices and add-ons.

create table venues (
  tenant_id integer not null references tenants,
  id uuid not null,
  name text not null,
  street_address text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  country text not null default 'US',
  timezone text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table fee_sets (
  tenant_id integer not null references tenants,
  id uuid not null,
  name text not null,
  is_active boolean not null default true,
  fee_type text not null check (fee_type in ('flat', 'percentage')),
  flat_minor integer not null default 0 check (flat_minor >= 0),
  -- Parts per million: 12.5 % is 125000.
  rate_ppm integer not null default 0 check (rate_ppm between 0 and 1000000),
  primary key (tenant_id, id)
);

create table events (
  tenant_id integer not null references tenants,
  id uuid not null,
  venue_id uuid not null,
  fee_set_id uuid,
  name text not null,
  description text,
  category text not null default 'other' check (category in
    ('music', 'sports', 'conference', 'festival', 'theater', 'exhibition', 'concert', 'other')),
  -- An event is sold in one currency. A new event has its tenant's; a later change of the tenant's
  -- currency leaves the prices that were set before as they are.
  currency text not null default tenant_currency(),
  is_timed_entry boolean not null default false,
  use_continuous_calendar boolean not null default true,
  show_price_difference boolean not null default false,
  is_published boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, venue_id) references venues,
  foreign key (tenant_id, fee_set_id) references fee_sets,
  constraint events_currency_supported check (currency in ('aed', 'aud', 'brl', 'cad', 'chf', 'czk',
    'dkk', 'eur', 'gbp', 'hkd', 'huf', 'inr', 'jpy', 'mxn', 'myr', 'nok', 'nzd', 'pln', 'ron', 'sek',
    'sgd', 'thb', 'usd'))
);

create table ticket_groups (
  tenant_id integer not null,
  id uuid not null,
  event_id uuid not null,
  name text not null,
  description text,
  is_archived boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references events
);
create index ticket_groups_by_event on ticket_groups (tenant_id, event_id);

create table ticket_types (
  tenant_id integer not null,
  id uuid not null,
  event_id uuid not null,
  group_id uuid not null,
  -- Overrides the event's fee set, also when it is inactive.
  fee_set_id uuid,
  name text not null,
  description text,
  position integer not null default 0,
  pricing_mode text not null default 'fixed' check (pricing_mode in ('dynamic', 'fixed')),
  -- The price of a fixed type. A dynamic type takes its price from session_prices.
  price_minor integer not null default 0 check (price_minor >= 0),
  max_quantity integer not null default 8 check (max_quantity > 0),
  display_price text,
  is_archived boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references events,
  foreign key (tenant_id, group_id) references ticket_groups,
  foreign key (tenant_id, fee_set_id) references fee_sets
);
create index ticket_types_by_event on ticket_types (tenant_id, event_id);

create table sessions (
  tenant_id integer not null,
  id uuid not null,
  event_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The date in the venue's zone, stored so that a day is one range of an index.
  local_date date not null,
  status text not null default 'active' check (status in ('active', 'cancelled')),
  display_name text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references events,
  check (ends_at > starts_at)
);
create unique index sessions_by_event on sessions (tenant_id, event_id, starts_at);
create index sessions_by_day on sessions (tenant_id, event_id, local_date);

-- The prices of dynamic types. A missing row means 'not priced yet', and 0 means free.
create table session_prices (
  tenant_id integer not null,
  session_id uuid not null,
  ticket_type_id uuid not null,
  price_minor integer not null check (price_minor >= 0),
  primary key (tenant_id, session_id, ticket_type_id),
  foreign key (tenant_id, session_id) references sessions,
  foreign key (tenant_id, ticket_type_id) references ticket_types
);

create table add_ons (
  tenant_id integer not null,
  id uuid not null,
  event_id uuid not null,
  name text not null,
  description text,
  position integer not null default 0,
  price_minor integer not null check (price_minor >= 0),
  max_quantity integer not null default 10 check (max_quantity > 0),
  is_archived boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references events
);
create index add_ons_by_event on add_ons (tenant_id, event_id);
