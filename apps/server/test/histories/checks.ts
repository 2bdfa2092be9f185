import { findStockDrift } from '@foyer/testkit/stock-check'
import { checkTicketCode } from '../support/check-ticket-code.ts'
import { letTimePass } from './actions.ts'
import { moneyOf, orderIdsIn, paymentsIn, type TicketRow, ticketsIn, type World } from './world.ts'

/** A step may leave work that the next turn of the jobs begins, such as a refund of a refund's rest. */
const MOST_TURNS = 8

/**
 * What is wrong while no request is under way: stock, orders and money by the audit, and seats with more
 * than one valid ticket.
 */
export async function problemsNow(world: World): Promise<string[]> {
  const { servers, event } = world
  const drift = await findStockDrift(servers, {
    sessionIds: [...event.sessionIds, ...event.addOnIds],
    orderIds: await orderIdsIn(world),
    paymentIds: (await paymentsIn(world)).map(({ id }) => id),
  })
  const tickets = await ticketsIn(world)
  const seats = Map.groupBy(tickets, ({ order_id, number }) => `ticket ${number} of ${order_id}`)
  const twice = [...seats].filter(([, revisions]) => revisions.filter(isValid).length > 1)
  return [
    ...drift.map(({ check, says, found }) => `${check}: ${says}; ${found}`),
    ...twice.map(([seat]) => `${seat} is valid twice`),
    ...repeated(tickets.map(({ validation_code }) => `code ${validation_code}`)),
  ]
}

/**
 * Lets everything settle, and then checks the end: nothing waits, every sold seat has one valid ticket
 * whose code opens the door, no other code does, and the provider has what the ledger says.
 */
export async function problemsAtTheEnd(world: World): Promise<string[]> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    await letTimePass(world)
    if ((await waiting(world)).length === 0) break
  }
  return [
    ...(await waiting(world)),
    ...(await problemsNow(world)),
    ...(await seatProblems(world)),
    ...(await codeProblems(world)),
    ...(await providerProblems(world)),
  ]
}

const isValid = ({ status }: TicketRow) => status === 'VALID'

const repeated = (texts: readonly string[]): string[] =>
  [...Map.groupBy(texts, (text) => text)].flatMap(([text, all]) =>
    all.length > 1 ? [`${text}: ${all.length} times`] : [],
  )

async function waiting({ servers, event }: World): Promise<string[]> {
  const rows = await servers.sql<{ what: string }>(
    `select 'a hold' as what from holds
       where session_id = any($2) and state = 'held'
     union all
     select 'a payment that is ' || state from payments
       where event_id = $1 and state in ('created', 'open', 'refund_due')
     union all
     select 'a refund that is ' || r.state from refunds r join payments p on p.id = r.payment_id
       where p.event_id = $1 and r.state in ('queued', 'pending')`,
    [event.eventId, [...event.sessionIds, ...event.addOnIds]],
  )
  return rows.map(({ what }) => `${what} still waits`)
}

/** Compares the seats that were sold with the valid tickets, apart from the audit's statements. */
async function seatProblems(world: World): Promise<string[]> {
  const pools = await world.servers.sql<{ session_id: string; pool_id: string; sold: number }>(
    'select session_id, pool_id, sold from stock where session_id = any($1)',
    [world.event.sessionIds],
  )
  const valid = (await ticketsIn(world)).filter(isValid)
  return pools.flatMap(({ session_id, pool_id, sold }) => {
    const tickets = valid.filter(
      (ticket) =>
        ticket.session_id === session_id && [session_id, ticket.ticket_type_id].includes(pool_id),
    )
    return tickets.length === sold ? [] : [`${sold} seats are sold, ${tickets.length} are valid`]
  })
}

/** Shows every code that was ever issued at the door. */
async function codeProblems(world: World): Promise<string[]> {
  const { context, tenant } = moneyOf(world)
  const tickets = await ticketsIn(world)
  const checked = await Promise.all(
    tickets.map(async (ticket) => {
      const code = context.secrets.ticketCode({
        tenantId: tenant.id,
        ticketId: ticket.id,
        sessionId: ticket.session_id,
        validationCode: ticket.validation_code,
      })
      const { state } = await checkTicketCode(context, tenant, code)
      const opens = state === 'valid' || state === 'redeemed'
      return opens === isValid(ticket) ? [] : [`a ${ticket.status} ticket is ${state} at the door`]
    }),
  )
  return checked.flat()
}

/** Every charge at the provider is one of a settled payment, less what was refunded of it. */
async function providerProblems(world: World): Promise<string[]> {
  const { context } = moneyOf(world)
  const payments = await paymentsIn(world)
  const compared = await Promise.all(
    payments.map(async ({ intent_id, state, captured_minor, refunded_minor }) => {
      const intent = intent_id && (await context.payments.retrieveIntent(intent_id))
      if (!intent) return []
      const here = [captured_minor ?? 0, refunded_minor]
      const there = [intent.capturedMinor, intent.refundedMinor]
      return String(here) === String(there)
        ? []
        : [`a payment that is ${state}: captured and refunded ${here}, at the provider ${there}`]
    }),
  )
  return compared.flat()
}
