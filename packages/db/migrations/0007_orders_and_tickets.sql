-- Orders, their tickets, and what happened to each ticket.
--
-- A sale writes its order, items, tickets and mail in one statement, behind the locks of the payment and
-- of the stock that it was decided from: by construction their rows belong together, and nothing deletes
-- them. So these tables have no foreign keys: they would check the same again for each row, five times an
-- order and once a ticket. Worse, a check that is planned before the first ANALYZE of orders may walk all
-- orders of the tenant (measured: 29 ms a batch of 14 orders after 7,000). A session with stock can't be
-- deleted, nor its event.

create table orders (
  tenant_id integer not null,
  id uuid not null,
  browser_id uuid not null,
  cart_id uuid not null,
  cart_number text not null,
  -- Null for a free cart.
  payment_id uuid,
  event_id uuid not null,
  session_id uuid not null,
  status text not null default 'PAID' check (status in ('PAID', 'REFUNDED', 'CANCELLED')),
  email text not null,
  contact jsonb not null,
  billing_address jsonb not null,
  quote jsonb not null,
  total_minor integer not null check (total_minor >= 0),
  created_at timestamptz not null default clock_timestamp(),
  -- When the personal data of the order were erased (docs/privacy.md). Its amounts, tickets and dates stay;
  -- nothing opens the order afterwards.
  erased_at timestamptz,
  -- When the order was moved, oldest first. Null for never, which costs a new order no byte.
  moved_at timestamptz[],
  primary key (tenant_id, id),
  unique (tenant_id, payment_id)
);
create index orders_by_email on orders (tenant_id, email);
create index orders_by_cart on orders (tenant_id, cart_id);

create table order_items (
  tenant_id integer not null,
  id uuid not null,
  order_id uuid not null,
  ticket_type_id uuid not null,
  quantity integer not null check (quantity > 0),
  unit_price_minor integer not null,
  primary key (tenant_id, id)
);
create index order_items_by_order on order_items (tenant_id, order_id);

create table tickets (
  tenant_id integer not null,
  id uuid not null,
  order_id uuid not null,
  event_id uuid not null,
  session_id uuid not null,
  ticket_type_id uuid not null,
  number integer not null,
  type_name text not null,
  price_minor integer not null,
  status text not null default 'VALID' check (status in ('VALID', 'CANCELLED')),
  validation_code text not null,
  redeemed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, validation_code),
  unique (tenant_id, order_id, number)
);
-- For the audit, as holds_sold_by_session.
create index tickets_by_session on tickets (tenant_id, session_id);

-- What happened to each ticket, in order. Append-only: the application's role may not update or delete
-- here. Written by triggers, so that no way of changing a ticket, in the lanes, in a back office or by
-- hand, can forget it; once a statement and not once a row, because a batch of a lane writes hundreds of
-- tickets at once.
create table ticket_events (
  tenant_id integer not null,
  -- No foreign key: the only writer is the ticket's own row, which is never deleted.
  ticket_id uuid not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('issued', 'moved', 'upgraded', 'cancelled', 'redeemed')),
  at timestamptz not null default now(),
  -- What it was before; `revokedCode`: a code that no longer opens the door.
  detail jsonb not null default '{}',
  primary key (tenant_id, ticket_id, id)
);

create function note_issued_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_events (tenant_id, ticket_id, kind) select tenant_id, id, 'issued' from issued;
  return null;
end $$;

-- One change may be several events. A ticket that gets a new code and nothing else is issued again.
create function note_changed_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_events (tenant_id, ticket_id, kind, detail)
  select a.tenant_id, a.id, e.kind, jsonb_strip_nulls(e.detail || jsonb_build_object(
    'revokedCode', case when a.validation_code <> b.validation_code then b.validation_code end))
  from after_change a
  join before_change b on b.tenant_id = a.tenant_id and b.id = a.id
  cross join lateral (values
    ('moved', a.session_id <> b.session_id, jsonb_build_object('fromSessionId', b.session_id)),
    ('upgraded', a.ticket_type_id <> b.ticket_type_id,
      jsonb_build_object('fromTicketTypeId', b.ticket_type_id)),
    ('cancelled', a.status = 'CANCELLED' and b.status <> 'CANCELLED', '{}'),
    ('redeemed', a.redeemed_at is not null and b.redeemed_at is null, '{}'),
    ('issued', a.validation_code <> b.validation_code and a.session_id = b.session_id
      and a.ticket_type_id = b.ticket_type_id, '{}')
  ) as e(kind, has_happened, detail)
  where e.has_happened;
  return null;
end $$;

create trigger tickets_issued after insert on tickets
  referencing new table as issued
  for each statement execute function note_issued_tickets();
create trigger tickets_changed after update on tickets
  referencing old table as before_change new table as after_change
  for each statement execute function note_changed_tickets();
