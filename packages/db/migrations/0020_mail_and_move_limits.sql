-- Mails are bounded by recipient. One beyond the bound waits as 'held_back' for a time at which there
-- is room for it, and is 'suppressed' if it would wait for longer than it makes sense. The rule is in
-- the server's outbox; the bounds are in bounds.ts.
alter table mails
  -- When it was first handed to the mail server, or will be if it is held back; it counts from then.
  add column released_at timestamptz,
  -- Names the mailbox without its address: a hash, equal for all spellings of one mailbox.
  add column recipient_key text,
  drop constraint mails_state_check,
  add constraint mails_state_check
    check (state in ('queued', 'held_back', 'sent', 'bounced', 'failed', 'suppressed'));

-- A mail enters it as it is released, so queueing one, as every order does, writes nothing to it.
create index mails_by_recipient on mails (tenant_id, recipient_key, released_at)
  where released_at is not null;
drop index mails_to_send, mails_given_up;
create index mails_to_send on mails (tenant_id, next_attempt_at)
  where state in ('queued', 'held_back');
create index mails_given_up on mails (tenant_id, updated_at)
  where state in ('bounced', 'failed', 'suppressed');

-- When an order was moved, oldest first; null for never, which costs a new order no byte.
alter table orders add column moved_at timestamptz[];
