-- The most rows of a kind that one organizer may have, wherever they come from: a form, a file, a copy, a job.
-- The numbers are far above what a venue needs, and bound what everybody else pays for: rules are judged for
-- each cart, lists are read whole, and storage is shared.
create function organizer_limit(kind text) returns integer
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
  end;

-- Refuses (FY003) if the organizer of this transaction has more rows of a kind than it may, with as many more.
-- A kind is a table, or the active ones of a table.
create function refuse_beyond_limit(kind text, more integer) returns void
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
        when 'staff_invitations' then 'open invitations'
        else replace(replace(kind, 'add_ons', 'add-ons'), '_', ' ') end);
  end if;
end $$;

create function check_limit() returns trigger
  language plpgsql as $$
begin
  perform refuse_beyond_limit(tg_argv[0], 0);
  return null;
end $$;

do $$
declare
  kind text;
begin
  foreach kind in array array['events', 'venues', 'ticket_groups', 'ticket_types', 'add_ons', 'sessions', 'fee_sets',
    'tax_rates', 'coupon_groups', 'coupon_codes', 'access_codes', 'checkout_rules', 'tenant_logos',
    'staff_invitations'] loop
    execute format('create trigger %I after insert on %I for each statement execute function check_limit(%L)',
      kind || '_limit', kind, kind);
  end loop;
end $$;

create trigger active_checkout_rules_limit after insert on checkout_rules
  for each statement execute function check_limit('active checkout_rules');
-- A shop that has more, from before, may still switch rules off.
create trigger activated_checkout_rules_limit after update of is_active on checkout_rules
  for each row when (new.is_active and not old.is_active) execute function check_limit('active checkout_rules');
