-- A change of an order to another session is called a reschedule, in tables as everywhere else; it was
-- also called a move. Values are renamed with their checks, and 'orders.moved_at' is 'rescheduled_at'.
-- A process of the last release does not know these names: stop such processes before this one starts.

alter table orders rename column moved_at to rescheduled_at;

-- Row security binds the owner of the tables as well, and no tenant is set here.
alter table holds no force row level security;
alter table stock_ledger no force row level security;
alter table stock_ledger_sums no force row level security;
alter table ticket_events no force row level security;

alter table holds drop constraint holds_state_check;
update holds set state = 'rescheduled' where state = 'moved';
alter table holds add constraint holds_state_check
  check (state in ('held', 'released', 'expired', 'sold', 'refunded', 'rescheduled'));

alter table stock_ledger drop constraint stock_ledger_kind_check;
update stock_ledger set kind = 'reschedule' where kind = 'move';
alter table stock_ledger add constraint stock_ledger_kind_check check (kind in
  ('hold', 'release', 'expire', 'sell', 'reallocate', 'refund', 'reschedule', 'import'));
update stock_ledger_sums set kind = 'reschedule' where kind = 'move';

alter table ticket_events drop constraint ticket_events_kind_check;
update ticket_events set kind = 'rescheduled' where kind = 'moved';
alter table ticket_events add constraint ticket_events_kind_check
  check (kind in ('issued', 'rescheduled', 'upgraded', 'cancelled', 'redeemed'));

alter table holds force row level security;
alter table stock_ledger force row level security;
alter table stock_ledger_sums force row level security;
alter table ticket_events force row level security;

-- As before, with the new kind.
create or replace function note_changed_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_events (tenant_id, ticket_id, kind, detail)
  select a.tenant_id, a.id, e.kind, jsonb_strip_nulls(e.detail || jsonb_build_object(
    'revokedCode', case when a.validation_code <> b.validation_code then b.validation_code end))
  from after_change a
  join before_change b on b.tenant_id = a.tenant_id and b.id = a.id
  cross join lateral (values
    ('rescheduled', a.session_id <> b.session_id, jsonb_build_object('fromSessionId', b.session_id)),
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
