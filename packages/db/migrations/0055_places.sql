-- What a ticket takes of its session: one place or several, and of a capacity that the types of its group
-- share. The rules are in docs/locking.md.

-- Rows that arrive in bulk have no statistics until autovacuum has looked, and the planner guesses their
-- number by the width of a row. So whoever brings many rows calls this: an import, a copy, a bulk change, a
-- migration. Reads the catalogue's tables that have outgrown what is known of them; a table that has not
-- costs nothing. The owner's rights, because ANALYZE needs them; it locks out no reader and no writer.
create function analyze_grown_tables() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  grown text;
begin
  for grown in
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname = any(array['venues', 'events', 'ticket_groups', 'ticket_types', 'sessions',
        'session_prices', 'stock', 'add_ons', 'event_sales', 'event_listings', 'event_words',
        'event_text_words', 'session_rollups', 'day_rollups', 'ticket_type_sales', 'ticket_type_taxes',
        'access_codes', 'coupon_codes'])
      and pg_relation_size(c.oid) > current_setting('block_size')::integer * 2 * greatest(c.relpages, 1)
    order by c.relname
  loop
    -- Somebody else who analyses it is enough.
    begin
      execute format('lock table %I in share update exclusive mode nowait', grown);
      execute format('analyze %I', grown);
    exception when lock_not_available then null;
    end;
  end loop;
end $$;
