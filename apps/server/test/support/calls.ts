import {
  type Answer,
  type BuiltEvent,
  type TestBrowser,
  type TestServer,
  until,
} from '@foyer/testkit'
import pg from 'pg'

interface HoldCallParams {
  cartId?: string
  sessionId?: string
  eventId?: string
  /** Quantities by position of the type in the event; by default 2 of the first. */
  quantities?: readonly number[]
  addOns?: readonly { addOnId: string; quantity: number }[]
  /** Sent as Idempotency-Key. */
  key?: string
}

const headersOf = ({ key }: { key?: string }): Record<string, string> =>
  key ? { 'idempotency-key': key } : {}

/** Asks for a whole cart. */
export const holdCartOf = (
  browser: TestBrowser,
  event: BuiltEvent,
  params: HoldCallParams = {},
): Promise<Answer> =>
  browser.send(
    'POST',
    `/api/checkout/carts/${params.cartId ?? '12345'}/hold`,
    {
      eventId: params.eventId ?? event.eventId,
      sessionId: params.sessionId ?? event.sessionId,
      tickets: (params.quantities ?? [2]).flatMap((quantity, position) =>
        quantity > 0 ? [{ ticketTypeId: event.typeIds[position], quantity }] : [],
      ),
      ...(params.addOns ? { addOns: params.addOns } : {}),
    },
    headersOf(params),
  )

/** Asks for one line, as clients do that hold type by type. */
export const holdLineOf = (
  browser: TestBrowser,
  event: BuiltEvent,
  params: {
    cartId?: string
    sessionId?: string
    typeId?: string
    quantity?: number
    key?: string
  } = {},
): Promise<Answer> =>
  browser.send(
    'POST',
    '/api/checkout/holds',
    {
      cartId: params.cartId ?? '12345',
      sessionId: params.sessionId ?? event.sessionId,
      ticketTypeId: params.typeId ?? event.typeId,
      quantity: params.quantity ?? 2,
      customerIdentifier: 'temp-12345@example.com',
    },
    headersOf(params),
  )

export const releaseCart = (browser: TestBrowser, cartId = '12345'): Promise<Answer> =>
  browser.send('DELETE', `/api/checkout/holds/cart/${cartId}`)

export const getCart = (browser: TestBrowser, cartId = '12345'): Promise<Answer> =>
  browser.send('GET', `/api/checkout/carts/${cartId}`)

/** Held and sold of a pool; by default the session's total. */
export async function stockOf(
  server: TestServer,
  sessionId: string,
  poolId = sessionId,
): Promise<{ held: number; sold: number }> {
  const [row] = await server.sql<{ held: number; sold: number }>(
    'select held, sold from stock where session_id = $1 and pool_id = $2',
    [sessionId, poolId],
  )
  return row ?? { held: Number.NaN, sold: Number.NaN }
}

/** Resolves once some transaction of the server waits for the lock of another one. */
export const untilSomebodyWaits = (server: TestServer): Promise<unknown> =>
  until(
    () =>
      server.sql(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`),
    (waiting) => waiting.length > 0,
  )

/** Makes every hold of a session expire, as if time had passed; nothing is swept. */
export const expireHolds = (server: TestServer, sessionId: string): Promise<unknown[]> =>
  server.sql(
    `update holds set expires_at = clock_timestamp() - interval '6 minutes',
       reclaim_at = clock_timestamp() - interval '1 second'
     where session_id = $1 and state = 'held'`,
    [sessionId],
  )

/**
 * Locks rows, as another process that works on them would. If a payment among them is due, a query
 * that does not skip locked rows would wait for it.
 */
export async function holdRowsOf(
  server: TestServer,
  table: 'mails' | 'payments',
  where: string,
  id: string,
): Promise<{ letGo(): Promise<void> }> {
  const due = table === 'mails' ? 'next_attempt_at' : 'next_check_at'
  await server.sql(`update ${table} set ${due} = now() where ${where}`, [id])
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(`select 1 from ${table} where ${where} for update`, [id])
  return {
    async letGo() {
      await client.query('commit')
      await client.end()
    },
  }
}

/** How often each status occurs. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
