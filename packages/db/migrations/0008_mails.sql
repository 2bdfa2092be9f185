-- One outbox for every kind of mail. A row is written in the transaction of what it tells of, so a
-- mail is never forgotten and never tells of what did not happen.
alter table mails no force row level security;

alter table mails
  add column kind text not null default 'confirmation' check (kind in
    ('confirmation', 'refund', 'reschedule', 'upgrade', 'lookup_code', 'waiver_link',
     'payment_trouble')),
  -- What the template needs beside the order or the payment: MailDataOf in @foyer/domain.
  add column data jsonb not null default '{}',
  add column payment_id uuid,
  -- Asked for by a person who has one already.
  add column is_resend boolean not null default false,
  -- Of what may be told only once: the same key again queues nothing.
  add column once_key text,
  -- What the mail server said when it took the mail: the name under which its log knows it.
  add column provider_message_id text,
  add column sent_at timestamptz,
  alter column order_id drop not null,
  add foreign key (tenant_id, payment_id) references payments,
  drop constraint mails_state_check,
  add constraint mails_state_check check (state in ('queued', 'sent', 'bounced', 'failed'));

update mails set sent_at = updated_at where state = 'sent';
-- Later ones were resends, or told of a new time: then the order has more than one.
update mails m set is_resend = true where exists (
  select 1 from mails e where e.tenant_id = m.tenant_id and e.order_id = m.order_id
    and (e.created_at, e.id) < (m.created_at, m.id));

alter table mails force row level security;

create unique index mails_one_confirmation on mails (tenant_id, order_id)
  where kind = 'confirmation' and not is_resend;
create unique index mails_once on mails (tenant_id, kind, once_key) where once_key is not null;
-- The few that somebody should look at are counted every few seconds.
create index mails_given_up on mails (tenant_id, updated_at) where state in ('bounced', 'failed');
create index mails_by_payment on mails (tenant_id, payment_id) where payment_id is not null;
