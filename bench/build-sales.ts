import type { BuiltEvent } from '@foyer/testkit/builder'
import pg from 'pg'
import type { BenchDatabase } from './database.ts'
import type { memoryPayments } from './memory-payments.ts'

type IntentsSince = ReturnType<typeof memoryPayments>['intentsSince']

const AMOUNT = 3375
const FEE = 375
const PROVIDER_FEE = 128
const PAGE = 100

/**
 * Writes the past of an event, over its sessions: `count` orders of one ticket, each with its payment,
 * hold and confirmation and with its rows in both ledgers, spread over the last 20 days.
 */
export async function buildSales(
  { pool, tenantId }: BenchDatabase,
  event: Pick<BuiltEvent, 'eventId' | 'sessionIds' | 'typeId'>,
  count: number,
) {
  // A temporary table exists only on its own connection.
  const client = await pool.connect()
  await client.query(
    `create temporary table sales as
     select $3::integer as tenant_id, $4::uuid as event, $5::uuid as type, $6::jsonb as quote,
       n, moment.at, uuidv7(moment.at - now()) as payment, uuidv7(moment.at - now()) as "order",
       uuidv7(moment.at - now()) as hold, uuidv7(moment.at - now()) as mail,
       md5('cart' || n)::uuid as cart, md5('key' || n)::uuid as request_key,
       ($2::uuid[])[1 + n % cardinality($2::uuid[])] as session
     from generate_series(1, $1::integer) as n
     cross join lateral (select now() - interval '20 days' * (1 - n::float8 / $1) as at) as moment`,
    [
      count,
      event.sessionIds,
      tenantId,
      event.eventId,
      event.typeId,
      JSON.stringify({
        currency: 'usd',
        lines: [],
        ticketCount: 1,
        subtotalMinor: AMOUNT - FEE,
        discountMinor: 0,
        feeMinor: FEE,
        totalMinor: AMOUNT,
      }),
    ],
  )
  for (const text of STATEMENTS) await client.query(text)
  await client.query('drop table sales')
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  client.release()
}

const STATEMENTS = [
  `insert into payments (tenant_id, id, cart_id, event_id, amount_minor, currency, quote, hold_ids,
     state, intent_id, captured_minor, next_check_at, created_at, order_id)
   select tenant_id, payment, cart, event, ${AMOUNT}, 'usd', quote, array[hold], 'completed',
     'pi_past_' || n, ${AMOUNT}, null, at, "order" from sales`,
  `insert into orders (tenant_id, id, browser_id, cart_id, cart_number, event_id,
     session_id, email, contact, billing_address, quote, total_minor, created_at)
   select tenant_id, "order", cart, cart, '12345', event, session,
     'buyer' || n || '@example.com', '{}', '{}', quote, ${AMOUNT}, at from sales`,
  `insert into order_items (tenant_id, order_id, id, ticket_type_id, quantity, unit_price_minor)
   select tenant_id, "order", hold, type, 1, ${AMOUNT - FEE} from sales`,
  `insert into tickets (tenant_id, order_id, event_id, id, session_id, ticket_type_id, number,
     type_name, price_minor, fee_minor, validation_code, created_at)
   select tenant_id, "order", event, hold, session, type, 1, 'General', ${AMOUNT - FEE}, ${FEE},
     md5('code' || n), at from sales`,
  `insert into holds (tenant_id, cart_id, id, browser_id, cart_number, session_id, ticket_type_id,
     quantity, unit_price_minor, state, order_id, request_key, request_hash, created_at, expires_at,
     reclaim_at)
   select tenant_id, cart, hold, cart, '12345', session, type, 1, ${AMOUNT - FEE}, 'sold', "order",
     request_key, request_key, at, at + interval '15 minutes', at + interval '15 minutes' from sales`,
  `insert into mails (tenant_id, id, order_id, recipient, recipient_key, state, released_at, sent_at,
     created_at, updated_at)
   select tenant_id, mail, "order", 'buyer' || n || '@example.com', md5('mailbox' || n), 'sent',
     at, at, at, at from sales`,
  `insert into stock_ledger (tenant_id, session_id, ticket_type_id, kind, held_delta, sold_delta,
     at, hold_ids)
   select tenant_id, session, type, m.kind, m.held, m.sold, at, array[hold]
   from sales, (values ('hold', 1, 0), ('sell', -1, 1)) as m(kind, held, sold)`,
  `update provider_watermarks set reached_at = now()`,
  `update stock s set sold = c.count
   from (select tenant_id, session, count(*) from sales group by 1, 2) c
   where s.tenant_id = c.tenant_id and s.session_id = c.session`,
  `insert into money_ledger (tenant_id, kind, source_id, account, currency, amount_minor, at)
   select tenant_id, p.kind, payment::text, p.account, 'usd', p.minor, at from sales, (values
     ('charge', 'provider_balance', ${AMOUNT}), ('charge', 'sales', ${FEE - AMOUNT}),
     ('charge', 'service_fees', ${-FEE}), ('provider_fee', 'provider_balance', ${-PROVIDER_FEE}),
     ('provider_fee', 'provider_fees', ${PROVIDER_FEE})) as p(kind, account, minor)`,
]

/** The provider's list of these intents, page by page, as it would arrive. */
export const listedSales = (databaseUrl: string): IntentsSince =>
  async function* list() {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from payments where intent_id like 'pi_past_%'`,
    )
    await client.end()
    const count = rows[0]?.count ?? 0
    for (let first = 1; first <= count; first += PAGE) {
      const length = Math.min(PAGE, count - first + 1)
      yield Array.from({ length }, (_, index) => listed(first + index))
    }
  }

const listed = (number: number) => ({
  id: `pi_past_${number}`,
  accountId: null,
  platformFeeMinor: 0,
  ageSeconds: 0,
  clientSecret: '',
  status: 'succeeded' as const,
  amountMinor: AMOUNT,
  currency: 'usd',
  metadata: { tenant: 'hall' },
  capturedMinor: AMOUNT,
  refundedMinor: 0,
  decline: null,
  wasTried: true,
  card: null,
  fee: { amountMinor: PROVIDER_FEE, currency: 'usd' },
  billing: null,
})
