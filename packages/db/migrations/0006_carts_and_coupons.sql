-- Carts and coupons. What a cart holds is in holds: a cart is the holds that share its id.

-- A remembered selection; it holds nothing.
create table cart_items (
  tenant_id integer not null,
  id uuid not null,
  browser_id uuid not null,
  event_id uuid not null,
  ticket_type_id uuid not null,
  quantity integer not null check (quantity > 0),
  primary key (tenant_id, id),
  unique (tenant_id, browser_id, ticket_type_id),
  foreign key (tenant_id, event_id) references events,
  foreign key (tenant_id, ticket_type_id) references ticket_types
);

-- Add-ons come and go with the hold that they were taken with: nothing has to be deleted when it ends.
create table cart_add_ons (
  tenant_id integer not null,
  cart_id uuid not null,
  hold_id uuid not null,
  add_on_id uuid not null,
  quantity integer not null check (quantity > 0),
  unit_price_minor integer not null check (unit_price_minor >= 0),
  primary key (tenant_id, cart_id, hold_id, add_on_id),
  foreign key (tenant_id, add_on_id) references add_ons
);

-- What a buyer entered before paying, so that an order can be completed without the browser.
create table cart_contacts (
  tenant_id integer not null references tenants,
  cart_id uuid not null,
  contact jsonb not null,
  billing_address jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, cart_id)
);

-- A code belongs to a group, and the rules that the group triggers say what the code gives.
create table coupon_groups (
  tenant_id integer not null references tenants,
  id uuid not null,
  name text not null check (name <> ''),
  description text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);

create table coupon_codes (
  tenant_id integer not null,
  id uuid not null,
  group_id uuid not null,
  -- As the organizer writes it; buyers may enter it in any case.
  code text not null check (code = btrim(code) and code <> ''),
  usage_limit integer not null default 1 check (usage_limit > 0),
  -- The uses that are claimed or spent. A claim whose hold has expired counts until the code is locked
  -- next.
  usage_count integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references coupon_groups,
  -- The last line of defence, as for stock: no program error can give one use away twice.
  constraint coupon_never_overused check (usage_count between 0 and usage_limit)
);
create unique index coupon_codes_by_code on coupon_codes (tenant_id, lower(code));
create index coupon_codes_by_group on coupon_codes (tenant_id, group_id);

-- What happens at checkout, and when. If several rules apply, the first by priority decides.
create table checkout_rules (
  tenant_id integer not null references tenants,
  id uuid not null,
  name text not null check (name <> ''),
  description text not null default '',
  trigger_type text not null check (trigger_type in ('coupon_group')),
  coupon_group_id uuid,
  -- The highest comes first; of equal ones the older.
  priority integer not null default 0,
  -- {"type": "discount", "discounts": [...]}: see packages/domain/src/discount.ts.
  action jsonb not null check (action ->> 'type' = 'discount'
    and jsonb_typeof(action -> 'discounts') = 'array'),
  is_active boolean not null default true,
  applies_to_all_events boolean not null default true,
  -- Null: without a beginning, or an end.
  valid_from timestamptz,
  valid_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, coupon_group_id) references coupon_groups,
  check ((trigger_type = 'coupon_group') = (coupon_group_id is not null)),
  check (valid_from < valid_until)
);
create index checkout_rules_by_group on checkout_rules (tenant_id, coupon_group_id);

-- The events of a rule that does not apply to all of them.
create table checkout_rule_events (
  tenant_id integer not null,
  rule_id uuid not null,
  event_id uuid not null,
  primary key (tenant_id, rule_id, event_id),
  foreign key (tenant_id, rule_id) references checkout_rules on delete cascade,
  foreign key (tenant_id, event_id) references events
);

-- One use of a code: claimed with a cart, then spent by its order or returned. An operation that claims,
-- spends or returns a use holds the lock of its code (docs/locking.md). A claim counts while its hold
-- counts, and at most until claimed_until. It pays only for tickets that were held when it was last judged.
create table coupon_uses (
  tenant_id integer not null,
  id uuid not null,
  code_id uuid not null,
  rule_id uuid not null,
  event_id uuid not null,
  cart_id uuid not null,
  hold_id uuid not null,
  -- What the rule gave at the moment of the claim: frozen, like the prices of the hold.
  discounts jsonb not null,
  state text not null check (state in ('claimed', 'spent', 'returned')),
  order_id uuid,
  -- What it took off the order.
  discount_minor integer check (discount_minor > 0),
  created_at timestamptz not null default clock_timestamp(),
  -- Tickets that are held later have no part in the discount until the rule is judged again.
  judged_at timestamptz not null default now(),
  -- The longest time that the hold of the claim could last. Fixed when the coupon is applied, however
  -- often its cart is held again.
  claimed_until timestamptz not null default now() + interval '30 minutes',
  primary key (tenant_id, id),
  foreign key (tenant_id, code_id) references coupon_codes,
  foreign key (tenant_id, rule_id) references checkout_rules,
  foreign key (tenant_id, event_id) references events,
  check ((state = 'spent') = (order_id is not null)),
  check ((state = 'spent') = (discount_minor is not null))
);
-- The tenant is second, unlike in other indexes: before its first ANALYZE the planner takes either of two
-- indexes that begin with it, and walks all claims (measured: 12 ms a batch instead of 1).
create unique index coupon_uses_one_claim on coupon_uses (cart_id, tenant_id)
  where state = 'claimed';
create index coupon_uses_by_code on coupon_uses (code_id, tenant_id) where state = 'claimed';
create unique index coupon_uses_one_order on coupon_uses (tenant_id, order_id)
  where order_id is not null;

-- Keeps tenants.has_coupons. Runs as the owner of the tables: the application's role writes coupons, but
-- not the registry.
create function follow_coupons() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant integer;
begin
  -- Nearly every update of a code only counts its uses. Purchases must not queue at the row of their
  -- tenant for that.
  if tg_table_name = 'coupon_codes' and tg_op = 'UPDATE' then
    if not exists (
      select from changed c join former f using (tenant_id, id)
      where (c.is_active, c.group_id) is distinct from (f.is_active, f.group_id))
    then
      return null;
    end if;
  end if;
  for tenant in select distinct tenant_id from changed order by tenant_id loop
    -- Locks before it looks: if two transactions switch off the last two codes, one must see the other.
    perform from tenants where tenant_id = tenant for no key update;
    update tenants set has_coupons = not has_coupons
    where tenant_id = tenant and has_coupons <> exists (
      select from coupon_codes c
      join coupon_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
      where c.tenant_id = tenant and c.is_active and g.is_active);
  end loop;
  return null;
end $$;

create trigger follow_coupons_on_insert after insert on coupon_codes
  referencing new table as changed for each statement execute function follow_coupons();
create trigger follow_coupons_on_update after update on coupon_codes
  referencing old table as former new table as changed
  for each statement execute function follow_coupons();
create trigger follow_coupons_on_delete after delete on coupon_codes
  referencing old table as changed for each statement execute function follow_coupons();
-- A group without codes gives nothing, and one with codes cannot be deleted.
create trigger follow_coupons_on_update after update on coupon_groups
  referencing new table as changed for each statement execute function follow_coupons();
