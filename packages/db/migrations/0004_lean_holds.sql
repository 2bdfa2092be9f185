-- What a hold writes is what an on-sale waits for. Measured on one hot session (docs/performance.md):
-- of 82 us of database time a hold, 21 went to six foreign keys, 20 to four of its indexes, 10 to a
-- cart row nobody had asked for yet and 6 to a ledger row of its own. A hold is now one row with two
-- indexes (three under an Idempotency-Key), and a batch notes its movements together.

do $$
declare name text;
begin
  -- 'force' binds the owner as well, who has to see every tenant here; undone at the end.
  foreach name in array array['holds', 'carts', 'cart_add_ons', 'orders', 'payments', 'stock_ledger']
  loop execute format('alter table %I no force row level security', name); end loop;
end $$;

-- A cart is the holds that share its id; whose it is stands in each of them.
alter table holds
  add column browser_id uuid,
  add column cart_number text,
  add column order_id uuid,
  -- Position in its request: one key can't be used twice, whatever sessions the requests are for.
  add column line smallint not null default 0;
update holds h set browser_id = c.browser_id, cart_number = c.number
  from carts c where c.tenant_id = h.tenant_id and c.id = h.cart_id;
update holds h set order_id = o.id
  from orders o left join payments p on p.tenant_id = o.tenant_id and p.id = o.payment_id
  where h.state = 'sold' and o.tenant_id = h.tenant_id and o.cart_id = h.cart_id
    and o.session_id = h.session_id and (p.id is null or h.id = any(p.hold_ids));
update holds h set line = n.line from (
    select tenant_id, id, row_number() over (partition by tenant_id, request_key order by id) - 1 as line
    from holds where request_key is not null) n
  where n.tenant_id = h.tenant_id and n.id = h.id;

drop index holds_by_request, holds_one_per_line, holds_by_cart;
alter table holds
  alter column browser_id set not null,
  alter column cart_number set not null,
  -- Digests: 16 bytes each instead of a hundred characters.
  alter column request_key type uuid using md5(request_key)::uuid,
  alter column request_hash type uuid using md5(request_hash)::uuid,
  drop constraint holds_pkey,
  drop constraint holds_state_check,
  drop constraint holds_tenant_id_cart_id_fkey,
  drop constraint holds_tenant_id_session_id_fkey,
  drop constraint holds_tenant_id_ticket_type_id_fkey;
alter table holds
  -- The cart leads: whoever looks for a hold knows its cart, so no other index is needed.
  add primary key (tenant_id, cart_id, id),
  add constraint holds_state_check
    check (state in ('held', 'released', 'expired', 'sold', 'refunded', 'moved'));
create unique index holds_by_request on holds (tenant_id, request_key, line)
  where request_key is not null;

-- What a buyer told us before paying, so that an order can be finished without the browser.
alter table payments drop constraint payments_tenant_id_cart_id_fkey;
alter table cart_add_ons drop constraint cart_add_ons_tenant_id_cart_id_fkey;
drop index carts_by_browser;
delete from carts where contact is null or billing_address is null;
alter table carts rename to cart_contacts;
alter table cart_contacts rename column id to cart_id;
alter table cart_contacts
  drop column browser_id, drop column number, drop column event_id, drop column session_id,
  drop column grace_granted_at, drop column order_id,
  alter column contact set not null,
  alter column billing_address set not null;

-- Add-ons come and go with the hold they were taken with: nothing has to be deleted when it ends.
alter table cart_add_ons add column hold_id uuid;
update cart_add_ons a set hold_id = h.id from holds h
  where h.tenant_id = a.tenant_id and h.cart_id = a.cart_id and h.state = 'held';
delete from cart_add_ons where hold_id is null;
alter table cart_add_ons
  drop constraint cart_add_ons_pkey,
  add primary key (tenant_id, cart_id, hold_id, add_on_id);

-- One row per batch, kind and ticket type; `hold_ids` says which holds moved. Whether a batch whose
-- commit was never answered did happen is looked up by its key.
alter table stock_ledger add column hold_ids uuid[], add column batch_id uuid;
update stock_ledger set hold_ids = array[hold_id];
alter table stock_ledger
  alter column hold_ids set not null,
  drop column hold_id,
  drop constraint stock_ledger_kind_check,
  add constraint stock_ledger_kind_check check (kind in
    ('hold', 'release', 'expire', 'sell', 'reallocate', 'refund', 'move'));

do $$
declare name text;
begin
  foreach name in array
    array['holds', 'cart_contacts', 'cart_add_ons', 'orders', 'payments', 'stock_ledger']
  loop execute format('alter table %I force row level security', name); end loop;
end $$;
