-- An add-on may have a stock of its own, for its whole event. It is a place as a session is, with one
-- pool: session_id = pool_id = add_on_id, and holds and the ledger name it as session and as type. So
-- whatever is true of sessions is true of it (locks, lapsing, sale, refund, audit), and a cart with one
-- spans it like a second session. An add-on without such a row has no limit.
alter table stock
  drop constraint stock_tenant_id_session_id_fkey,
  add column add_on_id uuid,
  -- What has stock can't be deleted, be it a session or an add-on.
  add column of_session_id uuid generated always as (case when add_on_id is null then session_id end) stored,
  add foreign key (tenant_id, of_session_id) references sessions,
  add foreign key (tenant_id, add_on_id) references add_ons,
  add constraint stock_of_add_on
    check (add_on_id is null
      or (session_id = add_on_id and pool_id = add_on_id and capacity is not null));

-- As before, but for a hold whose two pools are one.
create or replace view live_stock with (security_invoker = true) as
  select s.tenant_id, s.session_id, s.pool_id, s.capacity, s.sold,
    s.held - coalesce(l.quantity, 0)::integer as held,
    case when s.capacity is not null
      then greatest(0, s.capacity - s.sold - s.held + coalesce(l.quantity, 0))::integer end as room
  from stock s
  left join (
    select h.tenant_id, h.session_id, p.pool_id, sum(h.quantity) as quantity
    from holds h
    cross join lateral (values (h.session_id, true),
      (h.ticket_type_id, h.ticket_type_id <> h.session_id)) as p(pool_id, is_another)
    where h.state = 'held' and h.reclaim_at <= now() and p.is_another
    group by 1, 2, 3) l using (tenant_id, session_id, pool_id);

-- What let a hold last longer, so that a repeated call adds once. How much it got is the distance of its
-- end from its beginning.
alter table holds add column more_time_keys uuid[];
