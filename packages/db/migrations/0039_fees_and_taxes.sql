-- Absorbed fees, fees on add-ons, and taxes.

-- A tax rate of an organizer. It is never deleted, and what is held or sold keeps the rate of its time.
create table tax_rates (
  tenant_id integer not null references tenants,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 60),
  -- Parts per million: 23 % is 230000.
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  -- Part of the price, or added to it.
  is_inclusive boolean not null,
  -- The rate of everything that has none of its own.
  is_default boolean not null default false,
  is_archived boolean not null default false,
  primary key (tenant_id, id),
  constraint tax_rates_default_is_used check (not (is_default and is_archived))
);
create unique index tax_rates_default on tax_rates (tenant_id) where is_default;
alter table tax_rates enable row level security;
alter table tax_rates force row level security;
create policy tenant_only on tax_rates using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

alter table fee_sets
  -- The organizer owes the fee within the price, and buyers pay no fee.
  add column is_absorbed boolean not null default false,
  -- The tax on the fee; null: the default rate.
  add column tax_rate_id uuid,
  add foreign key (tenant_id, tax_rate_id) references tax_rates;
-- A type without a rate of its own has no row. A table of its own, because nothing may be added to
-- ticket_types (0038_ticket_type_sales.sql).
create table ticket_type_taxes (
  tenant_id integer not null,
  ticket_type_id uuid not null,
  event_id uuid not null,
  -- A type without tax has a rate of 0.
  tax_rate_id uuid not null,
  primary key (tenant_id, ticket_type_id),
  foreign key (tenant_id, ticket_type_id) references ticket_types on delete cascade,
  foreign key (tenant_id, tax_rate_id) references tax_rates
);
alter table ticket_type_taxes enable row level security;
alter table ticket_type_taxes force row level security;
create policy tenant_only on ticket_type_taxes using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
alter table add_ons
  -- Null: no fee. The fee set of the event is for its tickets.
  add column fee_set_id uuid,
  add column tax_rate_id uuid,
  add foreign key (tenant_id, fee_set_id) references fee_sets,
  add foreign key (tenant_id, tax_rate_id) references tax_rates;

-- What a hold freezes: TaxRate in packages/domain/src/tax.ts.
alter table holds add column tax_rate jsonb;
alter table cart_add_ons add column fee_set jsonb, add column tax_rate jsonb;
-- Taxes and absorbed fee that a ticket was bought at: Charges in packages/domain/src/tax.ts. Null: none.
alter table tickets add column charges jsonb;
-- Of all units of the row, as the fee.
alter table order_add_ons
  add column fee_minor integer not null default 0 check (fee_minor >= 0),
  add column charges jsonb;
alter table refunds
  -- The tax within the amount, and the tax within its fees.
  add column tax_minor integer not null default 0 check (tax_minor >= 0),
  add column fee_tax_minor integer not null default 0 check (fee_tax_minor >= 0);
-- The ledger has an account of its own for taxes.
do $$
declare
  accounts text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'money_ledger'::regclass and conname = 'money_ledger_account_check');
begin
  alter table money_ledger drop constraint money_ledger_account_check;
  execute 'alter table money_ledger add constraint money_ledger_account_check '
    || replace(accounts, 'ARRAY[', 'ARRAY[''taxes''::text, ');
end $$;

-- addedTaxMinor() of packages/domain/src/tax.ts, for sums over tickets and add-ons.
create function added_tax_minor(charges jsonb) returns integer
  language sql immutable parallel safe
  return case when charges is null then 0 else
    case when (charges #>> '{priceTax,isInclusive}') = 'false'
      then (charges #>> '{priceTax,taxMinor}')::integer else 0 end
    + case when (charges #>> '{feeTax,isInclusive}') = 'false'
      then (charges #>> '{feeTax,taxMinor}')::integer else 0 end end;

-- TaxRate of packages/domain/src/tax.ts. Null without a rate.
create function tax_rate_json(rate tax_rates) returns json
  language sql immutable parallel safe
  return case when rate.id is not null then json_build_object('id', rate.id, 'name', rate.name,
    'ratePpm', rate.rate_ppm, 'isInclusive', rate.is_inclusive) end;

-- A fee set with what few have; most holds freeze the short form of 0004_offers.sql. `tax` is used once,
-- so that PostgreSQL inlines the function around a subquery.
create function taxed_fee_set_json(fee fee_sets, tax json) returns json
  language sql stable parallel safe
  return case when fee.id is not null then json_build_object('id', fee.id, 'name', fee.name,
    'isActive', fee.is_active, 'feeType', fee.fee_type, 'flatMinor', fee.flat_minor,
    'ratePpm', fee.rate_ppm, 'isAbsorbed', fee.is_absorbed, 'taxRate', tax) end;
create function fee_set_json(fee fee_sets, tax tax_rates) returns json
  language sql stable parallel safe
  return case when fee.is_absorbed or tax.id is not null
    then taxed_fee_set_json(fee, tax_rate_json(tax)) else fee_set_json(fee) end;

-- The fee that a buyer pays on one: feeMinorOf() of packages/domain/src/quote.ts. round() of a numeric
-- rounds half away from zero, as applyRate() does.
create function fee_minor(price_minor integer, fee fee_sets) returns integer
  language sql immutable parallel safe
  return case
    when price_minor is null then null
    when price_minor = 0 or fee.is_active is not true or fee.is_absorbed then 0
    when fee.fee_type = 'flat' then fee.flat_minor
    else round(price_minor::numeric * fee.rate_ppm / 1000000)::integer
  end;

-- The tax that comes on top of an amount.
create function added_tax_minor(amount_minor integer, rate tax_rates) returns integer
  language sql immutable parallel safe
  return case when rate.is_inclusive is not false then 0
    else round(amount_minor::numeric * rate.rate_ppm / 1000000)::integer end;

-- The price of one, fee and added tax included: allInMinor() of packages/domain/src/quote.ts.
create function all_in_minor(price_minor integer, fee fee_sets, tax tax_rates, fee_tax tax_rates)
  returns integer
  language sql immutable parallel safe
  return price_minor + fee_minor(price_minor, fee) + added_tax_minor(price_minor, tax)
    + added_tax_minor(fee_minor(price_minor, fee), fee_tax);

-- As in 0038_ticket_type_sales.sql, with taxes. Rates are subqueries and no joins: with more joins the
-- plans of an on-sale change. The default rate is read once per statement.
create or replace view session_offers with (security_invoker = true) as
  select s.tenant_id, s.session_id, s.event_id, t.id as ticket_type_id, t.name, t.position,
    t.max_quantity, t.is_archived, s.local_date, s.starts_at, s.ends_at, s.display_name, s.state,
    s.is_event_published,
    s.sales_end_at, s.currency,
    case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end as price_minor,
    case
      when f.is_absorbed or coalesce(f.tax_rate_id, (select d.id from tax_rates d
        where d.tenant_id = (select current_tenant()) and d.is_default)) is not null
      then taxed_fee_set_json(f, (
      select tax_rate_json(y) from tax_rates y where y.tenant_id = s.tenant_id
        and y.id = coalesce(f.tax_rate_id, (select d.id from tax_rates d
        where d.tenant_id = (select current_tenant()) and d.is_default))))
      else fee_set_json(f)
    end as fee_set,
    case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end
      + fee_minor(case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end, f)
      + coalesce((
      select added_tax_minor(case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end, y) from tax_rates y where y.tenant_id = s.tenant_id
        and y.id = coalesce((select i.tax_rate_id from ticket_type_taxes i
        where i.tenant_id = t.tenant_id and i.ticket_type_id = t.id), (select d.id from tax_rates d
        where d.tenant_id = (select current_tenant()) and d.is_default))), 0)
      + coalesce((
      select added_tax_minor(fee_minor(case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end, f), y) from tax_rates y where y.tenant_id = s.tenant_id
        and y.id = coalesce(f.tax_rate_id, (select d.id from tax_rates d
        where d.tenant_id = (select current_tenant()) and d.is_default))), 0)
      as all_in_minor,
    k.pool_id is not null as is_stocked,
    s.is_listed, s.is_open,
    (s.is_on_sale and k.pool_id is not null and not t.is_archived and x.is_hidden is not true
      and coalesce(x.sales_open_at, '-infinity') <= now()
      and coalesce(x.sales_close_at, 'infinity') > now()
      and (t.pricing_mode = 'fixed' or o.price_minor is not null)) as is_on_sale,
    s.sales_start_at, s.is_paused,
    coalesce(x.is_hidden, false) as is_hidden, coalesce(x.min_quantity, 1) as min_quantity,
    coalesce(x.quantity_step, 1) as quantity_step, x.max_per_customer,
    x.sales_open_at as type_open_at, x.sales_close_at as type_close_at,
    -- The type itself is open to everybody, whatever its session is.
    (x.is_hidden is not true and coalesce(x.sales_open_at, '-infinity') <= now()
      and coalesce(x.sales_close_at, 'infinity') > now()) as is_type_open,
    (
      select tax_rate_json(y) from tax_rates y where y.tenant_id = s.tenant_id
        and y.id = coalesce((select i.tax_rate_id from ticket_type_taxes i
        where i.tenant_id = t.tenant_id and i.ticket_type_id = t.id), (select d.id from tax_rates d
        where d.tenant_id = (select current_tenant()) and d.is_default))) as tax_rate,
    -- The part of the all-in price that is the fee; the rest above the price is added tax.
    fee_minor(case t.pricing_mode when 'fixed' then t.price_minor else o.price_minor end, f) as fee_minor
  from offered_sessions s
  join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
  left join ticket_type_sales x on x.tenant_id = t.tenant_id and x.ticket_type_id = t.id
  left join session_prices o on o.tenant_id = s.tenant_id and o.session_id = s.session_id
    and o.ticket_type_id = t.id
  left join fee_sets f on f.tenant_id = s.tenant_id
    and f.id = charged_fee_set_id(t.fee_set_id, s.event_fee_set_id)
  left join stock k on k.tenant_id = s.tenant_id and k.session_id = s.session_id and k.pool_id = t.id;

-- As in 0038_ticket_type_sales.sql, with taxes.
create or replace function refresh_event_listings(tenant integer, ids uuid[]) returns void
  language plpgsql as $$
declare
  default_rate_id uuid := (select id from tax_rates where tenant_id = tenant and is_default);
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
    price_ends_at = p.ends_at,
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
    select min(array[all_in_minor(a.price, f, rate, fee_rate), a.price]) filter (where a.price is not null)
        as lowest,
      min(a.sales_close_at) as ends_at
    from (
      select t.fee_set_id, i.tax_rate_id, x.sales_close_at, lowest_price_minor(t, null) as price
      from ticket_types t
      left join ticket_type_sales x on x.tenant_id = t.tenant_id and x.ticket_type_id = t.id
      left join ticket_type_taxes i on i.tenant_id = t.tenant_id and i.ticket_type_id = t.id
      where t.tenant_id = tenant and t.event_id = e.id and not t.is_archived and x.is_hidden is not true
        and coalesce(x.sales_close_at, 'infinity') > now()
      offset 0) a
    left join fee_sets f on f.tenant_id = tenant
      and f.id = charged_fee_set_id(a.fee_set_id, e.fee_set_id)
    left join tax_rates rate on rate.tenant_id = tenant
      and rate.id = coalesce(a.tax_rate_id, default_rate_id)
    left join tax_rates fee_rate on fee_rate.tenant_id = tenant
      and fee_rate.id = coalesce(f.tax_rate_id, default_rate_id)) p
  where l.tenant_id = tenant and l.event_id = e.id;
end $$;

drop function all_in_minor(integer, fee_sets);

-- Any event may have a type with the rate, or the default one.
create function follow_tax_rates() returns trigger
  language plpgsql as $$
declare
  tenant integer;
begin
  for tenant in select distinct tenant_id from changed loop
    perform refresh_event_listings(tenant,
      array(select e.id from events e where e.tenant_id = tenant));
  end loop;
  return null;
end $$;
create trigger follow_tax_rates_on_insert after insert on tax_rates
  referencing new table as changed for each statement execute function follow_tax_rates();
create trigger follow_tax_rates_on_update after update on tax_rates
  referencing new table as changed for each statement execute function follow_tax_rates();

do $$
declare
  change text;
begin
  foreach change in array array['insert', 'update', 'delete'] loop
    execute format(
      'create trigger follow_catalogue_on_%s after %s on ticket_type_taxes
       referencing %s table as changed
       for each statement execute function follow_catalogue()',
      change, change, case change when 'delete' then 'old' else 'new' end);
  end loop;
end $$;
