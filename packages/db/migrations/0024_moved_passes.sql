-- Passes follow a session that is moved to another time, as they follow a ticket that is changed.

-- A pass has one valid ticket, so the passes of two sessions are never the same rows; what has to be sent
-- is written last and in one order (0020).
create function note_moved_passes() returns trigger language plpgsql as $$
begin
  if not exists (
    select from after_move a join before_move b on b.tenant_id = a.tenant_id and b.id = a.id
    where a.starts_at <> b.starts_at or a.ends_at <> b.ends_at
  ) then
    return null;
  end if;
  with moved as (
    update wallet_passes p
    set changed_at = greatest(date_trunc('second', clock_timestamp()), p.changed_at + interval '1 second')
    from after_move a
    join before_move b on b.tenant_id = a.tenant_id and b.id = a.id
    join tickets t on t.tenant_id = a.tenant_id and t.session_id = a.id and t.status = 'VALID'
    where (a.starts_at <> b.starts_at or a.ends_at <> b.ends_at)
      and p.tenant_id = t.tenant_id and p.order_id = t.order_id and p.ticket_number = t.number
    returning p.tenant_id, p.order_id, p.ticket_number, p.wallet)
  insert into wallet_updates (tenant_id, wallet, target)
  select tenant_id, wallet, target from (
    select r.tenant_id, 'apple' as wallet, r.device_key as target
    from moved m join wallet_registrations r on r.tenant_id = m.tenant_id
      and r.order_id = m.order_id and r.ticket_number = m.ticket_number
    where m.wallet = 'apple'
    union
    select tenant_id, wallet, order_id || '-' || ticket_number from moved where wallet = 'google') u
  order by wallet, target
  on conflict (tenant_id, wallet, target) do update set changes = wallet_updates.changes + 1,
    attempts = 0, next_attempt_at = clock_timestamp(), created_at = clock_timestamp();
  return null;
end $$;

create trigger sessions_move_passes after update on sessions
  referencing old table as before_move new table as after_move
  for each statement execute function note_moved_passes();
