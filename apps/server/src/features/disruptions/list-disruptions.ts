import {
  type Disruption,
  type disruptions,
  granted,
  type OutputOf,
  type ResultOf,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { DISRUPTIONS, knownZone, localDateOf } from '@foyer/domain'
import { planSessionRefund } from '../../engine/money/refund-session.ts'
import { findAlternatives } from '../../engine/offers/alternatives.ts'
import { selectOffers } from '../../engine/offers/offers-with-room.ts'
import { disruptedTicketsOf } from '../../engine/orders/disrupted-tickets.ts'
import { planFreeReschedule } from '../../engine/orders/free-reschedule.ts'
import { type QuotedOrder, readOrder } from '../../engine/orders/read-orders.ts'
import { readCharges } from '../../engine/payments/aggregate.ts'
import type { Call } from '../../http/endpoint.ts'
import { type DisruptionOfOrder, selectDisruptionsOf } from './order-queries.ts'

type List = OutputOf<typeof disruptions.listDisruptions>

/**
 * The sessions of an order that the organizer moved or called off: what may be answered, what each answer
 * gives, and what counts without one. Read without locks; the answer decides.
 */
export function listDisruptions(
  call: Call<typeof disruptions.listDisruptions>,
): Promise<ResultOf<typeof disruptions.listDisruptions>> {
  const { context, tenant, principal } = call
  return context.db.withTenant(tenant.id, async (tx) => {
    const orderId = principal.row.id
    const found = await selectDisruptionsOf(tx, orderId)
    if (found.length === 0) return granted<List>({ disruptions: [] })
    const read = await readOrder(tx, tenant.id, orderId)
    if (!read.ok) return read
    const order = read.value
    const listed: Disruption[] = []
    for (const row of found) {
      listed.push(
        await present(tx, { tenantId: tenant.id, order, row, zone: principal.row.timezone }),
      )
    }
    return granted<List>({ disruptions: listed })
  })
}

interface Presented {
  tenantId: number
  order: QuotedOrder
  row: DisruptionOfOrder
  zone: string
}

async function present(
  tx: TenantTx,
  { tenantId, order, row, zone }: Presented,
): Promise<Disruption> {
  const tickets = disruptedTicketsOf(order, row)
  const isOpen =
    (row.state === 'listed' || row.state === 'asked') && row.hasTime && tickets.length > 0
  const dateOf = (at: Date) => localDateOf(at, knownZone(zone))
  return {
    id: row.id,
    kind: row.kind,
    sessionId: row.sessionId,
    fromStartsAt: row.fromStartsAt.toISOString(),
    fromDate: dateOf(row.fromStartsAt),
    toStartsAt: row.toStartsAt?.toISOString() ?? null,
    toDate: row.toStartsAt && dateOf(row.toStartsAt),
    message: row.message,
    answerBy: row.answerBy?.toISOString() ?? null,
    unanswered: row.unanswered,
    state: stateOf(row, isOpen),
    answer: row.answer,
    // Nothing is given back or exchanged while a bank takes the charge back.
    answers: isOpen
      ? DISRUPTIONS[row.kind].answers.filter((answer) => answer === 'keep' || !order.isDisputed)
      : [],
    tickets: tickets.map(({ number, typeName }) => ({ number, typeName })),
    refundMinor: isOpen ? await refundOf(tx, tenantId, order, row) : row.refundMinor,
    currency: order.quote.currency,
    alternatives:
      isOpen && !order.isDisputed
        ? await alternativesOf(tx, { tenantId, order, row, zone }, tickets)
        : [],
  }
}

function stateOf({ state }: DisruptionOfOrder, isOpen: boolean): Disruption['state'] {
  if (state === 'failed' || state === 'settling') return state
  return isOpen ? 'open' : 'settled'
}

async function refundOf(
  tx: TenantTx,
  tenantId: number,
  order: QuotedOrder,
  row: DisruptionOfOrder,
) {
  const charges = await readCharges(tx, tenantId, order.chargeIds)
  return planSessionRefund(order, charges, row).amount.amountMinor
}

/** The nearest sessions with room for the tickets in their types, near to the time that was bought. */
async function alternativesOf(
  tx: TenantTx,
  { tenantId, order, row }: Presented,
  tickets: QuotedOrder['tickets'],
): Promise<Disruption['alternatives']> {
  const { sessionId, fromStartsAt: nearTo } = row
  const party = [...Map.groupBy(tickets, ({ ticketTypeId }) => ticketTypeId)].map(
    ([ticketTypeId, { length: quantity }]) => ({ ticketTypeId, quantity }),
  )
  const near = await findAlternatives(tx, { sessionId, tickets: party, nearTo })
  const offers = await selectOffers(tx, tenantId, [
    sessionId,
    ...near.map((alternative) => alternative.sessionId),
  ])
  return near.flatMap((alternative) => {
    const request = { from: row, toSessionId: alternative.sessionId }
    const planned = planFreeReschedule(offers, order, request)
    return planned.ok
      ? [{ ...alternative, refundMinor: planned.value.quote.refund.amountMinor }]
      : []
  })
}
