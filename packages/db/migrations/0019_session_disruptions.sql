-- When the organizer moves a session to another time or calls it off: what was changed, and what the buyer
-- of each order answers.

-- called_off: nothing of the session is sold any more, not even what is held of it, and its tickets admit
-- nobody. SESSION_STATES in packages/domain/src/offer.ts says what each state allows.
alter table sessions drop constraint sessions_status_check;
alter table sessions add constraint sessions_status_check
  check (status in ('active', 'cancelled', 'called_off'));

create table session_disruptions (
  tenant_id integer not null,
  id uuid not null,
  session_id uuid not null,
  event_id uuid not null,
  kind text not null check (kind in ('moved', 'called_off')),
  from_starts_at timestamptz not null,
  -- Null for a session that was called off.
  to_starts_at timestamptz,
  -- What the organizer writes to the buyers.
  message text,
  -- Until then buyers may answer. Null: nobody is asked, the default counts for everybody at once.
  answer_by timestamptz,
  -- What counts for a buyer who does not answer.
  unanswered text not null check (unanswered in ('refund', 'keep')),
  -- listing: its orders are not listed yet. working: some of its orders are not settled.
  -- superseded: a later disruption of the session asks anew.
  state text not null default 'listing'
    check (state in ('listing', 'working', 'done', 'superseded')),
  -- A session that is moved goes on selling: what was being paid for at the old time when it moved is
  -- listed at this time.
  list_again_at timestamptz,
  -- Mails are queued at a pace, so that those of purchases need not wait behind them.
  ask_next_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, session_id) references sessions,
  check ((kind = 'moved') = (to_starts_at is not null)),
  -- Nobody keeps a ticket to a session that does not take place.
  check (kind = 'moved' or unanswered = 'refund')
);
create unique index session_disruptions_one_current on session_disruptions (tenant_id, session_id)
  where state <> 'superseded';
create index session_disruptions_due on session_disruptions (tenant_id, next_attempt_at)
  where state in ('listing', 'working');

-- Each order that had valid tickets of the session.
create table disruption_answers (
  tenant_id integer not null,
  disruption_id uuid not null,
  order_id uuid not null,
  -- listed -> asked (the mail is queued) -> settling (the answer counts) -> settled, or -> failed (an
  -- operator must act).
  state text not null default 'listed'
    check (state in ('listed', 'asked', 'settling', 'settled', 'failed')),
  -- Null until the buyer answers or the date has passed; also of an order that had nothing left to settle.
  answer text check (answer in ('reschedule', 'refund', 'keep')),
  answered_by text check (answered_by in ('buyer', 'default')),
  refund_minor integer not null default 0 check (refund_minor >= 0),
  -- Why it failed: the code or the reason of the refusal.
  problem text,
  asked_at timestamptz,
  answered_at timestamptz,
  settled_at timestamptz,
  primary key (tenant_id, disruption_id, order_id),
  foreign key (tenant_id, disruption_id) references session_disruptions,
  check ((answer is null) = (answered_by is null)),
  check (state <> 'settling' or answer = 'refund')
);
create index disruption_answers_by_order on disruption_answers (tenant_id, order_id);
create index disruption_answers_open on disruption_answers (tenant_id, disruption_id, state, order_id)
  where state in ('listed', 'asked', 'settling');

do $$
declare
  name text;
begin
  foreach name in array array['session_disruptions', 'disruption_answers'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant_only on %I using (tenant_id = (select current_tenant()))
       with check (tenant_id = (select current_tenant()))', name);
  end loop;
end $$;
