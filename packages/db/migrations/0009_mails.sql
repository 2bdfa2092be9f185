-- One outbox for every kind of mail. A row is written in the transaction that it reports on, so a mail is
-- never forgotten and never reports what did not happen; a job sends it. An order's mail has no foreign
-- key to the order, for the reason given with the orders.
create table mails (
  tenant_id integer not null,
  id uuid not null,
  kind text not null default 'confirmation' check (kind in
    ('confirmation', 'refund', 'reschedule', 'upgrade', 'lookup_code', 'waiver_link',
     'payment_trouble')),
  order_id uuid,
  payment_id uuid,
  recipient text not null,
  -- Names the mailbox without its address: a hash, equal for all spellings of one mailbox.
  recipient_key text,
  -- What the template needs beside the order or the payment: MailDataOf in @foyer/domain.
  data jsonb not null default '{}',
  -- A person who has one already asked for it again.
  is_resend boolean not null default false,
  -- For a mail that may be sent only once: queueing the same key again does nothing.
  once_key text,
  -- Mails are bounded by recipient. One beyond the bound waits as 'held_back' for a time at which there
  -- is room for it, and is 'suppressed' if it would wait for longer than it makes sense. The rule is in
  -- the server's outbox; the bounds are in bounds.ts.
  state text not null default 'queued',
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default clock_timestamp(),
  -- When it was first handed to the mail server, or will be if it is held back; it counts from then.
  released_at timestamptz,
  sent_at timestamptz,
  -- What the mail server answered when it took the mail: the name under which its log knows it.
  provider_message_id text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments,
  constraint mails_state_check
    check (state in ('queued', 'held_back', 'sent', 'bounced', 'failed', 'suppressed'))
);
create index mails_by_order on mails (tenant_id, order_id, created_at);
create unique index mails_one_confirmation on mails (tenant_id, order_id)
  where kind = 'confirmation' and not is_resend;
create unique index mails_once on mails (tenant_id, kind, once_key) where once_key is not null;
create index mails_by_payment on mails (tenant_id, payment_id) where payment_id is not null;
-- A mail enters this index when it is released, so queueing one, as every order does, writes nothing to it.
create index mails_by_recipient on mails (tenant_id, recipient_key, released_at)
  where released_at is not null;
create index mails_to_send on mails (tenant_id, next_attempt_at)
  where state in ('queued', 'held_back');
-- The few that a person should look at are counted every few seconds.
create index mails_given_up on mails (tenant_id, updated_at)
  where state in ('bounced', 'failed', 'suppressed');
