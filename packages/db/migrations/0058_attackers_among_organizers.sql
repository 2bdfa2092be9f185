-- What an organizer, or what is left of one, can do to others: a domain that is no longer theirs, words about
-- an erased buyer in the log, and storage without an end.

-- Domains whose DNS has named this organizer: those of its shop, and that of the sender of its mails. A domain
-- that the operator has set up has no row until its DNS names the organizer.
create table tenant_domain_proofs (
  tenant_id integer not null references tenants,
  host text not null,
  seen_at timestamptz not null,
  -- Null: the proof was there when it was last looked for.
  missing_since timestamptz,
  primary key (tenant_id, host)
);
alter table tenant_domain_proofs enable row level security;
alter table tenant_domain_proofs force row level security;
create policy tenant_only on tenant_domain_proofs using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

-- One more kind of mail. Rows of before satisfy it, since they satisfied the narrower one.
alter table staff_mails drop constraint staff_mails_kind_check,
  add constraint staff_mails_kind_check check (kind in ('sign_up', 'reset', 'invitation', 'account_exists',
    'new_device', 'account_changed', 'domain_proof')) not valid;

-- What an entry about an order keeps once its buyer is erased: numbers, and these texts, which the program
-- writes. Notes, reasons and tags are words of people, and may name the buyer.
create function without_words(entry jsonb) returns jsonb
  language sql immutable strict parallel safe
  begin atomic
    select coalesce(jsonb_object_agg(key, value) filter (where jsonb_typeof(value) in ('number', 'boolean')
      or key in ('reference', 'amount', 'refund', 'serviceFees', 'change')), '{}')
    from jsonb_each(entry);
  end;

-- The application's role may not change the log. This function is all that it can do to it: take the words
-- out of entries about orders whose buyers were erased.
create function forget_words_about(ids uuid[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update audit_log a set before = without_words(before), after = without_words(after)
  where tenant_id = current_tenant() and entity_type = 'order'
    and entity_id in (select id::text from orders
      where tenant_id = current_tenant() and id = any(ids) and erased_at is not null)
    and (before is distinct from without_words(before) or after is distinct from without_words(after));
$$;

-- The limits of 0053_organizer_limits.sql, and three more kinds.
create or replace function organizer_limit(kind text) returns integer
  language sql immutable parallel safe
  return case kind
    when 'events' then 20000
    when 'venues' then 1000
    when 'ticket_groups' then 20000
    when 'ticket_types' then 50000
    when 'add_ons' then 20000
    when 'sessions' then 200000
    when 'fee_sets' then 500
    when 'tax_rates' then 500
    when 'coupon_groups' then 2000
    when 'coupon_codes' then 200000
    when 'access_codes' then 200000
    when 'active checkout_rules' then 100
    when 'checkout_rules' then 2000
    when 'tenant_logos' then 200
    when 'staff_invitations' then 500
    when 'pictures' then 5000
    when 'waiver_texts' then 5000
    when 'test_copies' then 20
  end;

-- As before, with a word for a shop's tests.
create or replace function refuse_beyond_limit(kind text, more integer) returns void
  language plpgsql as $$
declare
  most constant integer := organizer_limit(kind);
  present integer;
begin
  execute format('select count(*) from (select from %I where tenant_id = current_tenant() and %s limit %s) t',
    split_part(kind, ' ', -1), case when kind like 'active %' then 'is_active' else 'true' end, most + 1)
    into present;
  if present + more > most then
    raise exception using errcode = 'FY003', message = format('A shop has at most %s %s. Nothing was changed.',
      trim(to_char(most, '999,999,999')),
      case split_part(kind, ' ', -1) when 'sessions' then 'dates' when 'fee_sets' then 'fees'
        when 'tax_rates' then 'taxes' when 'tenant_logos' then 'logos'
        when 'staff_invitations' then 'open invitations' when 'test_copies' then 'tests of events at a time'
        else replace(replace(kind, 'add_ons', 'add-ons'), '_', ' ') end);
  end if;
end $$;

do $$
declare
  kind text;
begin
  foreach kind in array array['pictures', 'waiver_texts', 'test_copies'] loop
    execute format('create trigger %I after insert on %I for each statement execute function check_limit(%L)',
      kind || '_limit', kind, kind);
  end loop;
end $$;
