import type { BuiltEvent } from '@foyer/testkit/builder'
import { type Bench, interleave, type Sample } from '../bench.ts'
import { PLENTY } from '../database.ts'
import type { Journey } from '../load/plan.ts'
import { type Figures, printTable, round } from '../report.ts'

const CLIENTS = 64
const TICKETS = 2
const PRICE_MINOR = 3000

/** Hold, payment and order of two tickets, and hold and order of two free tickets. */
export async function measurePurchases(bench: Bench): Promise<Partial<Figures>> {
  const { build, tenantId } = bench.database
  const eventAt = (priceMinor: number) =>
    build.event({ tenantId, capacity: PLENTY, types: [{ priceMinor }] })
  const [paidEvent, freeEvent] = [await eventAt(PRICE_MINOR), await eventAt(0)]
  const samples = await interleave(
    bench,
    {
      paid: { journey: purchase(paidEvent, (TICKETS * PRICE_MINOR) / 100), status: 201 },
      free: { journey: purchase(freeEvent, 0), status: 201 },
    },
    { clients: CLIENTS, seconds: 3 },
  )
  const rowOf = async (way: string, event: BuiltEvent, sample: Sample) => ({
    purchase: way,
    'a second': sample.perSecond,
    'p50 ms': sample.p50,
    'p99 ms': sample.p99,
    'server CPU ms each': sample.cpuMsEach,
    failed: sample.failed,
    ...(await written(bench, event)),
  })
  printTable(`Purchases of ${TICKETS} tickets, ${CLIENTS} clients`, [
    await rowOf('hold, payment, order', paidEvent, samples.paid),
    await rowOf('hold, order (free)', freeEvent, samples.free),
  ])
  // Writing the mails of these seconds takes minutes, which must not disturb the following figures.
  await bench.database.pool.query("update mails set state = 'failed' where state = 'queued'")
  return {
    purchasesPerSecond: Math.round(samples.paid.perSecond),
    purchaseP99Ms: round(samples.paid.p99),
  }
}

/** Hold, a payment intent if there is something to pay (`amount`, in major units), and order. */
export const purchase = (
  event: { eventId: string; sessionId: string; typeId: string },
  amount: number,
): Journey => ({
  kind: 'purchase',
  line: event,
  quantity: TICKETS,
  amount,
  order: {
    cartId: '12345',
    eventId: event.eventId,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '555 0100',
    billingAddress: {
      address1: '1 Main St',
      city: 'New York',
      state: 'NY',
      zipCode: '10001',
      country: 'US',
    },
    totalAmount: amount,
  },
})

/** The rows that a purchase must have written: codes, a mail in the outbox, the ledger. */
async function written({ database }: Bench, { eventId, sessionId }: BuiltEvent) {
  const { rows } = await database.pool.query(
    `select (select count(*)::integer from orders where event_id = $1) as orders,
      (select count(distinct validation_code)::integer from tickets where event_id = $1) as codes,
      (select count(*)::integer from mails join orders o on o.id = order_id and o.event_id = $1)
        as mails,
      (select sum(sold_delta)::integer from stock_ledger where session_id = $2) as "sold in ledger"`,
    [eventId, sessionId],
  )
  return rows[0]
}
