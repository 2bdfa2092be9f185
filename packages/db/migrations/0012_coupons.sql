-- Coupons. A code is of a group, and the rules that the group triggers say what it gives.

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
  -- Its uses that are claimed or spent. A claim whose hold lapsed counts until the code is locked next.
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

-- What happens at checkout, and when. Of several that apply the first by priority decides.
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

-- One use of a code: claimed with a cart, spent by its order, or returned. A claim counts for as long
-- as its hold does, so lapse, release and grace of the hold are those of the claim. Who takes, spends
-- or returns a use holds the lock of its code (docs/locking.md).
create table coupon_uses (
  tenant_id integer not null,
  id uuid not null,
  code_id uuid not null,
  rule_id uuid not null,
  event_id uuid not null,
  cart_id uuid not null,
  hold_id uuid not null,
  -- What the rule gave as it was claimed: frozen, like the prices of the hold.
  discounts jsonb not null,
  state text not null check (state in ('claimed', 'spent', 'returned')),
  order_id uuid,
  -- What it took off the order.
  discount_minor integer check (discount_minor > 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, code_id) references coupon_codes,
  foreign key (tenant_id, rule_id) references checkout_rules,
  foreign key (tenant_id, event_id) references events,
  check ((state = 'spent') = (order_id is not null)),
  check ((state = 'spent') = (discount_minor is not null))
);
-- The tenant second, unlike everywhere else: before its first ANALYZE the planner takes either of two
-- indexes that begin with it, and walks all claims there are (measured: 12 ms a batch for 1).
create unique index coupon_uses_one_claim on coupon_uses (cart_id, tenant_id)
  where state = 'claimed';
create index coupon_uses_by_code on coupon_uses (code_id, tenant_id) where state = 'claimed';
create unique index coupon_uses_one_order on coupon_uses (tenant_id, order_id)
  where order_id is not null;

do $$
declare
  name text;
begin
  foreach name in array array['coupon_groups', 'coupon_codes', 'checkout_rules',
    'checkout_rule_events', 'coupon_uses'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
