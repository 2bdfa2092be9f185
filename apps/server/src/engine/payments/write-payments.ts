import { changesOf, rowsOf, type WriteStatement } from '../lanes/statements.ts'
import type { PaymentBook } from './payment-book.ts'

const WRITE_NEW_PAYMENTS = `
  insert into payments (tenant_id, id, cart_id, change_of_order_id, event_id, currency,
    amount_minor, hold_ids, quote, account_id, platform_fee_ppm, platform_fee_fixed_minor,
    platform_fee_minor)
  select $1, p.* from json_to_recordset($2) as p(id uuid, "cartId" uuid, "changeOfOrderId" uuid,
    "eventId" uuid, currency text, "amountMinor" integer, "holdIds" uuid[], quote jsonb,
    "accountId" text, "feePpm" integer, "feeFixedMinor" integer, "platformFeeMinor" integer)`

const REPRICE_PAYMENTS = `
  update payments p set updated_at = clock_timestamp(),
    event_id = ($2::jsonb -> p.id::text ->> 'eventId')::uuid,
    amount_minor = ($2::jsonb -> p.id::text ->> 'amountMinor')::integer,
    currency = $2::jsonb -> p.id::text ->> 'currency',
    hold_ids = array(
      select value::uuid from jsonb_array_elements_text($2::jsonb -> p.id::text -> 'holdIds')
        with ordinality as h(value, position) order by position),
    quote = $2::jsonb -> p.id::text -> 'quote',
    platform_fee_minor = ($2::jsonb -> p.id::text ->> 'platformFeeMinor')::integer
  where p.tenant_id = $1 and p.id = any($3::uuid[])`

// The reconciler checks it 40 s after the provider was asked, at its next turn: a buyer who paid at
// once and left has a ticket within the minute, even if every webhook got lost. A payment that was
// settled meanwhile stays settled.
const WRITE_INTENTS = `
  update payments p set updated_at = clock_timestamp(),
    intent_id = $2::jsonb -> p.id::text ->> 'intentId', state = 'open',
    next_check_at = clock_timestamp() + interval '40 seconds'
  where p.tenant_id = $1 and p.id = any($3::uuid[]) and p.state in ('created', 'open')`

const WRITE_PAYMENTS = `
  update payments p set updated_at = clock_timestamp(),
    state = $2::jsonb -> p.id::text ->> 'state',
    captured_minor = ($2::jsonb -> p.id::text ->> 'capturedMinor')::integer,
    order_id = ($2::jsonb -> p.id::text ->> 'orderId')::uuid,
    next_check_at = null
  where p.tenant_id = $1 and p.id = any($3::uuid[])`

/** The order matters: an intent is written before its payment is settled. */
export const PAYMENT_STATEMENTS: readonly WriteStatement<{
  payments: ReturnType<PaymentBook['rows']>
}>[] = [
  {
    name: 'lane_write_new_payments',
    text: WRITE_NEW_PAYMENTS,
    values: ({ payments }) => rowsOf(payments.created),
  },
  {
    name: 'lane_reprice_payments',
    text: REPRICE_PAYMENTS,
    values: ({ payments }) => changesOf(payments.repriced),
  },
  {
    name: 'lane_write_intents',
    text: WRITE_INTENTS,
    values: ({ payments }) => changesOf(payments.intents),
  },
  {
    name: 'lane_write_payments',
    text: WRITE_PAYMENTS,
    values: ({ payments }) => changesOf(payments.settled),
  },
]
