-- Checkout rules that no coupon triggers, conditions, and what rules took off carts and orders.

alter table checkout_rules
  drop constraint checkout_rules_trigger_type_check,
  drop constraint checkout_rules_action_check,
  add constraint checkout_rules_trigger_type_check
    check (trigger_type in ('automatic', 'coupon_group')),
  -- {"type": "discount", "discounts": [...]} (packages/domain/src/discount.ts), or
  -- {"type": "block", "message": "..."}: what it applies to is not sold.
  add constraint checkout_rules_action_check check (case action ->> 'type'
    when 'discount' then jsonb_typeof(action -> 'discounts') = 'array'
    when 'block' then btrim(action ->> 'message') <> ''
    else false end is true),
  -- When it applies: packages/domain/src/checkout-rules/evaluate.ts. Without conditions always.
  add column conditions jsonb not null default '{"type": "and", "rules": []}'
    check ((conditions ->> 'type' in ('and', 'or') and jsonb_typeof(conditions -> 'rules') = 'array') is true),
  -- It applies in addition to other rules; of rules that do not, one applies.
  add column combines boolean not null default false;
-- Every batch that holds something reads these.
create index checkout_rules_automatic on checkout_rules (tenant_id)
  where trigger_type = 'automatic' and is_active;

-- The class of a ticket type, for rules that apply to 'vip' types of all events. A table of its own,
-- because few types have one, and a column of ticket_types would widen the views of offers.
create table ticket_type_classes (
  tenant_id integer not null,
  ticket_type_id uuid not null,
  class text not null check (class in ('general', 'vip', 'premium')),
  primary key (tenant_id, ticket_type_id),
  foreign key (tenant_id, ticket_type_id) references ticket_types on delete cascade
);

-- What automatic rules take off a cart: frozen when it was held, like its prices. A cart that no rule
-- applies to has no row. It counts while its hold does.
create table cart_rules (
  tenant_id integer not null references tenants,
  cart_id uuid not null,
  hold_id uuid not null,
  -- Tickets that are held later have no part in it until the rules are judged again.
  judged_at timestamptz not null,
  -- FrozenRule[] in packages/domain/src/checkout-rules/rule.ts, in the order in which they apply.
  rules jsonb not null check (jsonb_typeof(rules) = 'array'),
  -- In place of them, once the buyer's e-mail address is known and makes the cart cheaper; else null.
  rules_for_email jsonb check (jsonb_typeof(rules_for_email) = 'array'),
  primary key (tenant_id, cart_id)
);

-- The rules of a coupon's group that apply after its first one, because they combine; null without.
alter table coupon_uses add column more_rules jsonb check (jsonb_typeof(more_rules) = 'array');

-- Each rule that took something off an order, written with the order.
create table rule_usage (
  tenant_id integer not null,
  id uuid not null,
  rule_id uuid not null,
  order_id uuid not null,
  -- Null: no code triggered it.
  coupon_code_id uuid,
  discount_minor integer not null check (discount_minor > 0),
  applied_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, order_id, rule_id),
  foreign key (tenant_id, rule_id) references checkout_rules,
  foreign key (tenant_id, order_id) references orders,
  foreign key (tenant_id, coupon_code_id) references coupon_codes
);
create index rule_usage_by_rule on rule_usage (tenant_id, rule_id, applied_at);
create index rule_usage_by_code on rule_usage (tenant_id, coupon_code_id)
  where coupon_code_id is not null;

do $$
declare
  name text;
begin
  foreach name in array array['ticket_type_classes', 'cart_rules', 'rule_usage'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant_only on %I using (tenant_id = (select current_tenant()))
      with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;

insert into rule_usage (tenant_id, id, rule_id, order_id, coupon_code_id, discount_minor, applied_at)
select u.tenant_id, gen_random_uuid(), u.rule_id, u.order_id, u.code_id, u.discount_minor, o.created_at
from coupon_uses u join orders o on o.tenant_id = u.tenant_id and o.id = u.order_id
where u.state = 'spent';
