-- Money in and money out: what the provider reports, what goes back, and a ledger of it all.

-- Written before the provider is asked, so that no charge can exist that we have not heard of.
create table payments (
  tenant_id integer not null,
  id uuid not null,
  cart_id uuid not null,
  event_id uuid not null,
  intent_id text unique,
  amount_minor integer not null check (amount_minor > 0),
  currency text not null,
  -- What the amount is for, as it was when the intent was made: a payment that succeeds after its hold
  -- has expired still knows what to allocate again.
  hold_ids uuid[] not null,
  quote jsonb not null,
  state text not null default 'created' check (state in
    ('created', 'open', 'completed', 'refund_due', 'refunded', 'canceled')),
  last_error text,
  attempts integer not null default 0,
  -- Every payment is looked at again, also if the process that wrote it has died.
  next_check_at timestamptz default clock_timestamp() + interval '1 minute',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- What the provider says was charged. Null until it says so.
  captured_minor integer check (captured_minor >= 0),
  -- The sum of the refunds below that have not failed; kept by their triggers.
  refunded_minor integer not null default 0,
  -- Why the card was refused last, in the provider's words. An open payment may still succeed.
  decline_code text,
  decline_message text,
  -- How often an intent was asked for: a part of the key under which the provider stores its answer,
  -- also an error, for a day.
  intent_attempts integer not null default 0,
  primary key (tenant_id, id),
  -- The last line of defence: no program error gives more back than was taken.
  constraint payments_never_refunded_above_charge
    check (refunded_minor >= 0 and refunded_minor <= coalesce(captured_minor, 0))
);
-- One open payment per cart: a second tab gets the same one.
create unique index payments_one_open on payments (tenant_id, cart_id)
  where state in ('created', 'open');
create index payments_to_check on payments (tenant_id, next_check_at)
  where state in ('created', 'open', 'refund_due');
-- Whether a payment refers to a hold, for the job that deletes ended holds.
create index payments_by_cart on payments (cart_id, tenant_id);
-- What is still open about money is found by indexes of its own, here and below, and not by reading
-- everything that was ever paid. Each holds the exceptions alone, so an ordinary purchase writes nothing
-- to them.
create index payments_charged_otherwise on payments (tenant_id, id)
  where state = 'completed' and captured_minor <> amount_minor;

-- A refund is decided together with the stock that it frees, in one transaction, and its row is itself
-- the outbox: a job asks the provider, under the row's id, until it has an answer.
create table refunds (
  tenant_id integer not null,
  id uuid not null,
  payment_id uuid not null,
  order_id uuid,
  -- unplaced: captured, but the tickets were gone.
  kind text not null check (kind in ('whole', 'tickets', 'amount', 'unplaced')),
  amount_minor integer not null check (amount_minor > 0),
  -- Service fees within the amount.
  fee_minor integer not null default 0 check (fee_minor between 0 and amount_minor),
  currency text not null,
  with_fees boolean not null,
  -- Tickets that ended with it.
  ticket_ids uuid[] not null default '{}',
  reason text,
  -- One decision has one key. A refund that was made at the provider has its id there as the key.
  request_key text not null,
  -- queued: to be asked for. pending: accepted, but not done. failed: given up, a person must act.
  state text not null default 'queued'
    check (state in ('queued', 'pending', 'succeeded', 'failed')),
  provider_refund_id text,
  -- How often the money came back from the buyer's bank.
  bounces integer not null default 0,
  -- A part of the key under which the provider stores its answer, also an error, for a day: the next
  -- number is taken once that answer is known to be of no use.
  key_number integer not null default 0,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, request_key),
  unique (tenant_id, provider_refund_id),
  foreign key (tenant_id, payment_id) references payments,
  foreign key (tenant_id, order_id) references orders
);
create index refunds_by_payment on refunds (tenant_id, payment_id);
create index refunds_by_order on refunds (tenant_id, order_id) where order_id is not null;
create index refunds_to_settle on refunds (tenant_id, next_attempt_at)
  where state in ('queued', 'pending');
create index refunds_unfinished on refunds (tenant_id, state) where state <> 'succeeded';
-- The provider's lists name its own ids and no tenant.
create index refunds_by_provider_id on refunds (provider_refund_id)
  where provider_refund_id is not null;

create function count_new_refunds() returns trigger language plpgsql as $$
begin
  update payments p set refunded_minor = p.refunded_minor + (
      select sum(n.amount_minor) from made n
      where n.tenant_id = p.tenant_id and n.payment_id = p.id and n.state <> 'failed')
    where (p.tenant_id, p.id) in (
      select tenant_id, payment_id from made where state <> 'failed');
  return null;
end $$;
create function count_changed_refunds() returns trigger language plpgsql as $$
begin
  update payments p set refunded_minor = p.refunded_minor + c.amount_minor
    from (
      select a.tenant_id, a.payment_id,
        sum(case when a.state = 'failed' then -a.amount_minor else a.amount_minor end) as amount_minor
      from after_change a
      join before_change b on b.tenant_id = a.tenant_id and b.id = a.id
      where (a.state = 'failed') <> (b.state = 'failed') group by 1, 2) c
    where p.tenant_id = c.tenant_id and p.id = c.payment_id;
  return null;
end $$;
create trigger refunds_made after insert on refunds
  referencing new table as made for each statement execute function count_new_refunds();
create trigger refunds_changed after update on refunds
  referencing old table as before_change new table as after_change
  for each statement execute function count_changed_refunds();

-- A buyer's bank takes a charge back. One charge may have several disputes, and each ends by itself.
create table disputes (
  tenant_id integer not null,
  -- The provider's.
  id text not null,
  payment_id uuid not null,
  amount_minor integer not null,
  currency text not null,
  state text not null check (state in ('opened', 'won', 'lost')),
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments
);
create index disputes_by_payment on disputes (tenant_id, payment_id);
create index disputes_to_settle on disputes (tenant_id, id) where state = 'opened';
create index disputes_by_id on disputes (id);

-- Double entry: positive is debit, negative is credit, and every entry sums to zero. Append-only:
-- the application's role may not update or delete here.
create table money_ledger (
  tenant_id integer not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('charge', 'provider_fee', 'refund', 'refund_returned',
    'dispute_opened', 'dispute_won', 'dispute_lost')),
  -- The payment, the provider's refund or the provider's dispute that it is about.
  source_id text not null,
  account text not null check (account in ('provider_balance', 'sales', 'service_fees', 'refunds',
    'disputes', 'provider_fees')),
  currency text not null,
  amount_minor integer not null check (amount_minor <> 0),
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  -- Nothing is posted twice.
  constraint money_ledger_posted_once unique (tenant_id, kind, source_id, account)
);

-- Checks once per statement: the sales of a batch are written by one statement.
create function check_postings() returns trigger language plpgsql as $$
begin
  if exists (select from posted group by tenant_id, kind, source_id
      having sum(amount_minor) <> 0 or count(distinct currency) <> 1) then
    raise exception 'an entry of the money ledger must sum to zero, in one currency'
      using errcode = 'check_violation', constraint = 'money_ledger_balanced', table = 'money_ledger';
  end if;
  return null;
end $$;
create trigger money_ledger_balanced after insert on money_ledger
  referencing new table as posted for each statement execute function check_postings();

-- What the reconciler found and could not correct; rewritten by each of its rounds.
create table money_problems (
  tenant_id integer not null,
  kind text not null,
  -- A payment, a refund, or an object of the provider.
  subject text not null,
  details text not null,
  found_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, kind, subject)
);

-- Webhooks, stored so that a job processes each of them once. Their body is only a signal and is not
-- stored: the object is fetched again, and only then its tenant is known. So this table has no tenant,
-- and no personal data either.
create table provider_events (
  id text primary key,
  type text not null,
  object_id text,
  intent_id text,
  received_at timestamptz not null default clock_timestamp(),
  -- ignored: about nothing of ours. failed: given up; the reconciler finds what it was about, because it
  -- goes through the provider's lists and asks about everything that is open.
  state text not null default 'queued' check (state in ('queued', 'done', 'ignored', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  last_error text
);
create index provider_events_to_work on provider_events (next_attempt_at) where state = 'queued';
create index provider_events_to_forget on provider_events (received_at);

-- How far the provider's own lists have been compared with ours, by kind of object. A process that
-- compares claims the row for a while, so that only one of many processes does it.
create table provider_watermarks (
  kind text primary key check (kind in ('intents', 'refunds', 'disputes')),
  -- Null: never.
  reached_at timestamptz,
  claimed_until timestamptz not null default '-infinity'
);
insert into provider_watermarks (kind) values ('intents'), ('refunds'), ('disputes');
