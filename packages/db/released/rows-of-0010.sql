-- Rows of every table as the first released schema has them: an organizer with one event, three carts (one
-- is held, one was bought, one has ended), a coupon, a refund and what follows from them. Triggers write
-- event_listings, event_words, word_grams, ticket_events, tenants.has_coupons and the refunded amount.
--
-- Ids are readable: the first digits name the table, the last ones count.
select set_config('app.tenant_id', '7', false);

insert into tenants (tenant_id, slug, is_default, name, hue, currency, support_email, logo_file)
  values (7, 'roxy', true, 'The Roxy', 25, 'eur', 'help@roxy.example', 'a1.svg');
insert into tenant_domains (tenant_id, host, is_main) values (7, 'tickets.roxy.example', true);
insert into tenant_logos (tenant_id, file, media_type, bytes)
  values (7, 'a1.svg', 'image/svg+xml', '<svg/>');
insert into tenant_pages (tenant_id, slug, title, body) values (7, 'terms', 'Terms', 'Be kind.');

insert into venues (tenant_id, id, name, city, timezone)
  values (7, '10000000-0000-4000-8000-000000000001', 'Hall', 'Málaga', 'Europe/Madrid');
insert into fee_sets (tenant_id, id, name, fee_type, rate_ppm)
  values (7, '11000000-0000-4000-8000-000000000001', 'Service fee', 'percentage', 125000);
insert into events (tenant_id, id, venue_id, fee_set_id, name, description, category) values
  (7, '20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001',
   '11000000-0000-4000-8000-000000000001', 'Night of Jazz', 'Two sets.', 'music');
insert into ticket_groups (tenant_id, id, event_id, name) values
  (7, '21000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001', 'Tickets');
insert into ticket_types (tenant_id, id, event_id, group_id, name, pricing_mode, price_minor) values
  (7, '22000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001',
   '21000000-0000-4000-8000-000000000001', 'Adult', 'fixed', 2000),
  (7, '22000000-0000-4000-8000-000000000002', '20000000-0000-4000-8000-000000000001',
   '21000000-0000-4000-8000-000000000001', 'Child', 'dynamic', 0);
insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date, display_name) values
  (7, '23000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001',
   '2099-06-01T18:00Z', '2099-06-01T20:00Z', '2099-06-01', 'Evening');
insert into session_prices (tenant_id, session_id, ticket_type_id, price_minor) values
  (7, '23000000-0000-4000-8000-000000000001', '22000000-0000-4000-8000-000000000002', 1000);
insert into add_ons (tenant_id, id, event_id, name, price_minor) values
  (7, '24000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001', 'Parking', 500);

insert into stock (tenant_id, session_id, pool_id, add_on_id, capacity, held, sold)
  select 7, session_id::uuid, pool_id::uuid, add_on_id::uuid, capacity, held, sold
  from (values
    ('23000000-0000-4000-8000-000000000001', '23000000-0000-4000-8000-000000000001', null, 10, 2, 3),
    ('23000000-0000-4000-8000-000000000001', '22000000-0000-4000-8000-000000000001', null, null, 2, 3),
    ('23000000-0000-4000-8000-000000000001', '22000000-0000-4000-8000-000000000002', null, 5, 0, 0),
    ('24000000-0000-4000-8000-000000000001', '24000000-0000-4000-8000-000000000001',
     '24000000-0000-4000-8000-000000000001', 4, 1, 0)
  ) as pools(session_id, pool_id, add_on_id, capacity, held, sold);
insert into holds (tenant_id, id, cart_id, session_id, ticket_type_id, quantity, unit_price_minor,
    fee_set, state, customer_identifier, request_key, request_hash, created_at, expires_at, reclaim_at,
    browser_id, cart_number, order_id, line, more_time_keys)
  select 7, ('3000000' || n || '-0000-4000-8000-000000000001')::uuid,
    ('3100000' || cart || '-0000-4000-8000-000000000001')::uuid, session_id::uuid, type::uuid, quantity,
    price, '{"id":"11000000-0000-4000-8000-000000000001"}', state, customer,
    key, key, '2026-11-01T10:00Z', '2026-11-01T10:15Z', '2026-11-01T10:15Z',
    ('3200000' || cart || '-0000-4000-8000-000000000001')::uuid, '1234' || cart, order_id, line,
    case when n = 1 then array[key] end
  from (values
    (1, 1, '23000000-0000-4000-8000-000000000001', '22000000-0000-4000-8000-000000000001', 2, 2000,
     'held', 'member-1', md5('request')::uuid, null::uuid, 0),
    (2, 1, '24000000-0000-4000-8000-000000000001', '24000000-0000-4000-8000-000000000001', 1, 500,
     'held', null, md5('request')::uuid, null, 1),
    (3, 2, '23000000-0000-4000-8000-000000000001', '22000000-0000-4000-8000-000000000001', 3, 2000,
     'sold', null, null, '40000000-0000-4000-8000-000000000001'::uuid, 0),
    (4, 3, '23000000-0000-4000-8000-000000000001', '22000000-0000-4000-8000-000000000001', 1, 2000,
     'released', null, null, null, 0)
  ) as lines(n, cart, session_id, type, quantity, price, state, customer, key, order_id, line);
insert into stock_ledger (tenant_id, session_id, ticket_type_id, kind, held_delta, sold_delta, hold_ids,
    batch_id)
  select 7, session_id, ticket_type_id, k.kind, k.held * quantity, k.sold * quantity, array[id],
    '33000000-0000-4000-8000-000000000001'
  from holds join (values ('held', 'hold', 1, 0), ('sold', 'sell', -1, 1)) k(state, kind, held, sold)
    using (state);
insert into stock_ledger_sums (tenant_id, session_id, ticket_type_id, kind, held_delta, sold_delta, until)
  values (7, '23000000-0000-4000-8000-000000000001', '22000000-0000-4000-8000-000000000001', 'hold', 3, 0,
    '2026-10-01T10:00Z');

insert into day_rollups (tenant_id, event_id, local_date, lowest_minor, lowest_all_in_minor, room,
    capacity, next_change_at, version)
  values (7, '20000000-0000-4000-8000-000000000001', '2099-06-01', 1000, 1125, 5, 10,
    '2099-06-01T18:00Z', nextval('rollup_version'));
insert into session_rollups (tenant_id, session_id, event_id, local_date, room, types, version)
  values (7, '23000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001', '2099-06-01',
    5, '{"22000000-0000-4000-8000-000000000002": 5}', nextval('rollup_version'));

insert into cart_items (tenant_id, id, browser_id, event_id, ticket_type_id, quantity) values
  (7, '34000000-0000-4000-8000-000000000001', '32000001-0000-4000-8000-000000000001',
   '20000000-0000-4000-8000-000000000001', '22000000-0000-4000-8000-000000000001', 2);
insert into cart_add_ons (tenant_id, cart_id, hold_id, add_on_id, quantity, unit_price_minor) values
  (7, '31000001-0000-4000-8000-000000000001', '30000001-0000-4000-8000-000000000001',
   '24000000-0000-4000-8000-000000000001', 1, 500);
insert into cart_contacts (tenant_id, cart_id, contact, billing_address) values
  (7, '31000002-0000-4000-8000-000000000001', '{"email":"ada@example.com"}', '{"city":"Málaga"}');
insert into coupon_groups (tenant_id, id, name)
  values (7, '35000000-0000-4000-8000-000000000001', 'Friends');
insert into coupon_codes (tenant_id, id, group_id, code, usage_limit, usage_count) values
  (7, '36000000-0000-4000-8000-000000000001', '35000000-0000-4000-8000-000000000001', 'FRIEND', 5, 2);
insert into checkout_rules (tenant_id, id, name, trigger_type, coupon_group_id, action,
    applies_to_all_events)
  values (7, '37000000-0000-4000-8000-000000000001', 'Friends pay less', 'coupon_group',
    '35000000-0000-4000-8000-000000000001',
    '{"type":"discount","discounts":[{"ticketTypeId":"all","discountType":"percentage","ratePpm":100000}]}',
    false);
insert into checkout_rule_events (tenant_id, rule_id, event_id) values
  (7, '37000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001');
insert into coupon_uses (tenant_id, id, code_id, rule_id, event_id, cart_id, hold_id, discounts, state,
    order_id, discount_minor)
  select 7, ('3800000' || n || '-0000-4000-8000-000000000001')::uuid,
    '36000000-0000-4000-8000-000000000001', '37000000-0000-4000-8000-000000000001',
    '20000000-0000-4000-8000-000000000001', ('3100000' || n || '-0000-4000-8000-000000000001')::uuid,
    hold::uuid, '[]', state, order_id::uuid, discount
  from (values
    (1, '30000001-0000-4000-8000-000000000001', 'claimed', null, null),
    (2, '30000003-0000-4000-8000-000000000001', 'spent', '40000000-0000-4000-8000-000000000001', 600)
  ) as uses(n, hold, state, order_id, discount);

insert into orders (tenant_id, id, browser_id, cart_id, cart_number, payment_id, event_id, session_id,
    email, contact, billing_address, quote, total_minor, moved_at)
  values (7, '40000000-0000-4000-8000-000000000001', '32000002-0000-4000-8000-000000000001',
    '31000002-0000-4000-8000-000000000001', '12342', '50000000-0000-4000-8000-000000000001',
    '20000000-0000-4000-8000-000000000001', '23000000-0000-4000-8000-000000000001', 'ada@example.com',
    '{"email":"ada@example.com"}', '{"city":"Málaga"}', '{"totalMinor":6150}', 6150,
    array['2026-11-02T10:00Z'::timestamptz]);
insert into order_items (tenant_id, id, order_id, ticket_type_id, quantity, unit_price_minor) values
  (7, '41000000-0000-4000-8000-000000000001', '40000000-0000-4000-8000-000000000001',
   '22000000-0000-4000-8000-000000000001', 3, 2000);
insert into tickets (tenant_id, id, order_id, event_id, session_id, ticket_type_id, number, type_name,
    price_minor, validation_code)
  select 7, ('4200000' || n || '-0000-4000-8000-000000000001')::uuid,
    '40000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001',
    '23000000-0000-4000-8000-000000000001', '22000000-0000-4000-8000-000000000001', n, 'Adult', 2000,
    'CODE-' || n
  from generate_series(1, 3) n;
update tickets set redeemed_at = '2026-11-03T10:00Z' where number = 1;
update tickets set status = 'CANCELLED' where number = 3;

insert into payments (tenant_id, id, cart_id, event_id, intent_id, amount_minor, currency, hold_ids,
    quote, state, captured_minor)
  values
    (7, '50000000-0000-4000-8000-000000000001', '31000002-0000-4000-8000-000000000001',
     '20000000-0000-4000-8000-000000000001', 'pi_1', 6150, 'eur',
     array['30000003-0000-4000-8000-000000000001'::uuid], '{"totalMinor":6150}', 'completed', 6150),
    (7, '50000000-0000-4000-8000-000000000002', '31000001-0000-4000-8000-000000000001',
     '20000000-0000-4000-8000-000000000001', 'pi_2', 5000, 'eur',
     array['30000001-0000-4000-8000-000000000001'::uuid], '{"totalMinor":5000}', 'open', null);
insert into refunds (tenant_id, id, payment_id, order_id, kind, amount_minor, currency, with_fees,
    ticket_ids, request_key)
  values (7, '51000000-0000-4000-8000-000000000001', '50000000-0000-4000-8000-000000000001',
    '40000000-0000-4000-8000-000000000001', 'tickets', 2000, 'eur', false,
    array['42000003-0000-4000-8000-000000000001'::uuid], 'refund-1');
insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
  values (7, 'dp_1', '50000000-0000-4000-8000-000000000001', 6150, 'eur', 'won');
insert into money_ledger (tenant_id, kind, source_id, account, currency, amount_minor) values
  (7, 'charge', '50000000-0000-4000-8000-000000000001', 'provider_balance', 'eur', 6150),
  (7, 'charge', '50000000-0000-4000-8000-000000000001', 'sales', 'eur', -6150);
insert into money_problems (tenant_id, kind, subject, details)
  values (7, 'refund not taken', '51000000-0000-4000-8000-000000000001', 'Too little balance.');
insert into provider_events (id, type, object_id, intent_id)
  values ('evt_1', 'payment_intent.succeeded', 'pi_1', 'pi_1');
update provider_watermarks set reached_at = '2026-11-01T10:00Z' where kind = 'intents';

insert into mails (tenant_id, id, kind, order_id, recipient, recipient_key, state, released_at) values
  (7, '60000000-0000-4000-8000-000000000001', 'confirmation', '40000000-0000-4000-8000-000000000001',
   'ada@example.com', 'mailbox-1', 'sent', '2026-11-01T10:05Z'),
  (7, '60000000-0000-4000-8000-000000000002', 'refund', '40000000-0000-4000-8000-000000000001',
   'ada@example.com', null, 'queued', null);
insert into job_turns (tenant_id, job, due_at, position)
  values (7, 'audit', '2026-11-01T10:00Z', '{"id":"30000001-0000-4000-8000-000000000001"}');
insert into limit_counts (process, limit_name, key, count, ends_at)
  values ('process-1', 'holds', 'caller-1', 3, '2026-11-01T10:01Z');
