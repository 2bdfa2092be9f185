-- Rows of every table as the last released schema has them: an organizer with one event, three carts (one
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

insert into orders (tenant_id, id, browser_id, cart_id, cart_number, event_id, session_id,
    email, contact, billing_address, quote, total_minor)
  values (7, '40000000-0000-4000-8000-000000000001', '32000002-0000-4000-8000-000000000001',
    '31000002-0000-4000-8000-000000000001', '12342',
    '20000000-0000-4000-8000-000000000001', '23000000-0000-4000-8000-000000000001', 'ada@example.com',
    '{"email":"ada@example.com"}', '{"city":"Málaga"}', '{"totalMinor":6150}', 6150);
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

-- Later capabilities: facts, pictures, sales windows, rules, changes of orders, the desk, the back office,
-- wallets and the status page.
insert into event_facts (tenant_id, event_id, doors_minutes, line_up, is_transferable) values
  (7, '20000000-0000-4000-8000-000000000001', 60, '[{"name":"Ada Trio"}]', false);
insert into venue_facts (tenant_id, venue_id, latitude, longitude) values
  (7, '10000000-0000-4000-8000-000000000001', 36.72, -4.42);
insert into pictures (tenant_id, hash, width, height, focus_x, focus_y)
  values (7, repeat('a', 20), 800, 600, 0.5, 0.5);
insert into picture_files (tenant_id, hash, file, bytes) values (7, repeat('a', 20), 'w800.webp', 'bytes');
insert into event_pictures (tenant_id, event_id, hash, alt) values
  (7, '20000000-0000-4000-8000-000000000001', repeat('a', 20), 'A trio on a stage');
insert into venue_pictures (tenant_id, venue_id, hash, alt) values
  (7, '10000000-0000-4000-8000-000000000001', repeat('a', 20), 'The hall');
insert into link_previews (tenant_id, subject, version, bytes) values (7, 'shop', 'v1', 'bytes');

insert into event_sales (tenant_id, event_id, opens_at, cutoff_minutes, max_per_order) values
  (7, '20000000-0000-4000-8000-000000000001', '2026-10-01T10:00Z', 30, 8);
insert into ticket_type_sales (tenant_id, ticket_type_id, event_id, min_quantity) values
  (7, '22000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001', 1);
insert into ticket_type_classes (tenant_id, ticket_type_id, class) values
  (7, '22000000-0000-4000-8000-000000000001', 'general');
insert into tax_rates (tenant_id, id, name, rate_ppm, is_inclusive)
  values (7, '12000000-0000-4000-8000-000000000001', 'VAT', 210000, true);
insert into ticket_type_taxes (tenant_id, ticket_type_id, event_id, tax_rate_id) values
  (7, '22000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001',
   '12000000-0000-4000-8000-000000000001');
insert into access_codes (tenant_id, id, event_id, code, opens_early)
  values (7, '25000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001', 'EARLY', true);
insert into access_code_uses (tenant_id, code_id, cart_id, claimed_until, order_id) values
  (7, '25000000-0000-4000-8000-000000000001', '31000002-0000-4000-8000-000000000001',
   '2026-11-01T10:15Z', '40000000-0000-4000-8000-000000000001');
insert into customer_carts (tenant_id, cart_id, customer_id) values
  (7, '31000002-0000-4000-8000-000000000001', '39000000-0000-4000-8000-000000000001');
insert into archived_events (tenant_id, event_id) values (7, '20000000-0000-4000-8000-000000000001');
insert into sample_events (tenant_id, event_id) values (7, '20000000-0000-4000-8000-000000000001');
insert into sample_venues (tenant_id, venue_id) values (7, '10000000-0000-4000-8000-000000000001');
insert into test_copies (tenant_id, event_id, copy_id) values
  (7, '20000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000009');
insert into bulk_changes (tenant_id, id, event_id, kind, state, params, session_ids, starts_at, patterns,
    total, position, person_id)
  values (7, '26000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001', 'close', 'done',
    '{}', array['23000000-0000-4000-8000-000000000001'::uuid], '{}', '{}', 1, 1,
    '70000000-0000-4000-8000-000000000001');

insert into terms_versions (tenant_id, version, title, body) values (7, 1, 'Terms', 'Be kind.');
insert into cart_consents (tenant_id, cart_id, terms_version)
  values (7, '31000001-0000-4000-8000-000000000001', 1);
insert into order_consents (tenant_id, order_id, terms_version, accepted_at)
  values (7, '40000000-0000-4000-8000-000000000001', 1, '2026-11-01T10:04Z');
insert into cart_rules (tenant_id, cart_id, hold_id, judged_at, rules) values
  (7, '31000001-0000-4000-8000-000000000001', '30000001-0000-4000-8000-000000000001', '2026-11-01T10:00Z',
   '[]');
insert into rule_usage (tenant_id, id, rule_id, order_id, coupon_code_id, discount_minor) values
  (7, '37100000-0000-4000-8000-000000000001', '37000000-0000-4000-8000-000000000001',
   '40000000-0000-4000-8000-000000000001', '36000000-0000-4000-8000-000000000001', 600);

insert into order_add_ons (tenant_id, id, order_id, add_on_id, name, quantity, price_minor) values
  (7, '43000000-0000-4000-8000-000000000001', '40000000-0000-4000-8000-000000000001',
   '24000000-0000-4000-8000-000000000001', 'Parking', 1, 500);
insert into order_changes (tenant_id, id, order_id, kind, state, sequence, receipt, details, refund_minor,
    made_by, done_at)
  values (7, '44000000-0000-4000-8000-000000000001', '40000000-0000-4000-8000-000000000001', 'cancellation',
    'done', 1, '{}', '{}', 2000, 'buyer', '2026-11-02T10:00Z');
insert into event_change_policies (tenant_id, event_id, policy)
  values (7, '20000000-0000-4000-8000-000000000001', '{}');
insert into order_lookups (tenant_id, id, email)
  values (7, '45000000-0000-4000-8000-000000000001', 'ada@example.com');
insert into order_link_ends (tenant_id, order_id, times)
  values (7, '40000000-0000-4000-8000-000000000001', 1);
insert into order_notes (tenant_id, id, order_id, person_id, note) values
  (7, '46000000-0000-4000-8000-000000000001', '40000000-0000-4000-8000-000000000001',
   '70000000-0000-4000-8000-000000000001', 'Comes late.');
insert into order_tags (tenant_id, order_id, tag)
  values (7, '40000000-0000-4000-8000-000000000001', 'press');
insert into complimentary_orders (tenant_id, order_id, person_id, reason, note) values
  (7, '40000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000000001', 'press', '');
insert into payment_cards (tenant_id, payment_id, brand, last4)
  values (7, '50000000-0000-4000-8000-000000000001', 'visa', '4242');
insert into connected_accounts (tenant_id, account_id, requirements, is_live, platform_fee_ppm,
    platform_fee_fixed_minor)
  values (7, 'acct_roxy', '{}', true, 15000, 20);
insert into waiver_texts (tenant_id, event_id, version, body)
  values (7, '20000000-0000-4000-8000-000000000001', 1, 'I dance at my own risk.');
insert into waiver_signatures (tenant_id, order_id, ticket_number, id, event_id, text_version,
    participant_name, email, signature_kind, signature, signed_at, sha256)
  values (7, '40000000-0000-4000-8000-000000000001', 1, '47000000-0000-4000-8000-000000000001',
    '20000000-0000-4000-8000-000000000001', 1, 'Ada', 'ada@example.com', 'typed', 'Ada',
    '2026-11-01T11:00Z', repeat('0', 64));
insert into session_disruptions (tenant_id, id, session_id, event_id, kind, from_starts_at, to_starts_at,
    unanswered, state)
  values (7, '48000000-0000-4000-8000-000000000001', '23000000-0000-4000-8000-000000000001',
    '20000000-0000-4000-8000-000000000001', 'moved', '2099-05-31T18:00Z', '2099-06-01T18:00Z', 'keep', 'done');
insert into disruption_answers (tenant_id, disruption_id, order_id, state) values
  (7, '48000000-0000-4000-8000-000000000001', '40000000-0000-4000-8000-000000000001', 'settled');
insert into session_messages (tenant_id, id, session_id, person_id, subject, body, mail_ids) values
  (7, '49000000-0000-4000-8000-000000000001', '23000000-0000-4000-8000-000000000001',
   '70000000-0000-4000-8000-000000000001', 'Doors', 'Doors open at five.', '{}');
insert into wallet_passes (tenant_id, order_id, ticket_number, wallet)
  values (7, '40000000-0000-4000-8000-000000000001', 1, 'apple');
insert into wallet_devices (tenant_id, device_key, push_token) values (7, 'device-1', 'token-1');
insert into wallet_registrations (tenant_id, device_key, order_id, ticket_number)
  values (7, 'device-1', '40000000-0000-4000-8000-000000000001', 1);
insert into wallet_updates (tenant_id, wallet, target) values (7, 'apple', 'device-1');
insert into sales_days (tenant_id, day, currency, orders) values (7, '2026-11-01', 'eur', 1);
insert into sales_counted (tenant_id, last_order_id, last_entry_id)
  values (7, '40000000-0000-4000-8000-000000000001', 2);
insert into audit_log (tenant_id, id, person_id, action_type, entity_type, entity_id, entity_name) values
  (7, '71000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000000001', 'event.edited',
   'event', '20000000-0000-4000-8000-000000000001', 'Night of Jazz');
insert into setting_previews (tenant_id, session_id, subject, data, ends_at)
  values (7, '72000000-0000-4000-8000-000000000001', 'brand', '{}', '2026-11-01T12:00Z');
insert into tenant_domain_claims (tenant_id, host) values (7, 'shop.roxy.example');
insert into staff_members (tenant_id, person_id, role)
  values (7, '70000000-0000-4000-8000-000000000001', 'owner');
insert into staff_invitations (tenant_id, id, email, role, ends_at) values
  (7, '73000000-0000-4000-8000-000000000001', 'bob@example.com', 'gate', '2026-11-08T10:00Z');
insert into status_audits (tenant_id, at, differences, oversold) values (7, '2026-11-01T10:00Z', 0, 0);

-- Rows that belong to no organizer.
select set_config('app.tenant_id', '', false);
insert into staff_people (id, email, name, password_hash)
  values ('70000000-0000-4000-8000-000000000001', 'ada@roxy.example', 'Ada', 'hash');
insert into staff_sessions (digest, id, person_id, state, factor, signed_in_at, seen_at, ends_at, device,
    network)
  values ('digest-1', '72000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000000001',
    'open', 'totp', '2026-11-01T10:00Z', '2026-11-01T10:00Z', '2026-11-01T22:00Z', 'Firefox', '192.0.2.1');
insert into staff_browsers (person_id, digest)
  values ('70000000-0000-4000-8000-000000000001', 'digest-2');
insert into staff_totp (person_id, secret) values ('70000000-0000-4000-8000-000000000001', 'sealed');
insert into staff_recovery_codes (person_id, digest)
  values ('70000000-0000-4000-8000-000000000001', 'digest-3');
insert into staff_passkeys (id, person_id, credential_id, public_key, counter, transports, name) values
  ('74000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000000001', 'credential-1', 'key', 0,
   '{}', 'Phone');
insert into staff_challenges (digest, ends_at) values ('digest-4', '2026-11-01T10:05Z');
insert into staff_links (digest, kind, email, ends_at)
  values ('digest-5', 'reset', 'ada@roxy.example', '2026-11-01T11:00Z');
insert into staff_attempts (key, failures, wait_until) values ('key-1', 1, '2026-11-01T10:00Z');
insert into staff_mails (id, kind, recipient, data, state) values
  ('75000000-0000-4000-8000-000000000001', 'reset', 'ada@roxy.example', '{}', 'sent');
insert into platform_operators (person_id) values ('70000000-0000-4000-8000-000000000001');
insert into operator_log (id, action_type, organizer_id, entity_name)
  values ('76000000-0000-4000-8000-000000000001', 'organizer.fee', 7, 'The Roxy');
insert into status_samples (minute, process, probes, failed_probes, answers, errors, latencies,
    hold_latencies)
  values ('2026-11-01T10:00Z', 'process-1', 3, 0, 5, 0, '{5}', '{1}');
insert into status_days (day, first_minute, measured_until, up_minutes, errors, latencies, hold_latencies)
  values ('2026-10-31', '2026-10-31T00:00Z', '2026-11-01T00:00Z', 1440, 0, '{5}', '{1}');
insert into status_incidents (kind, began_at, note)
  values ('note', '2026-11-01T09:00Z', 'Mails are late.');
