import {
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  orderBody,
  type TestServer,
} from '@foyer/testkit'
import type { Context } from '../../src/context.ts'
import type { DisruptionParams } from '../../src/engine/offers/disrupt-session.ts'
import { disruptSession } from '../../src/features/disruptions/disrupt-session.ts'
import { settleDisruptions } from '../../src/features/disruptions/settle-disruptions.ts'
import { holdCartOf } from './calls.ts'
import { defaultTenantOf } from './parts.ts'

type Server = Pick<TestServer, 'foyer'>

/** Calls a session off, or moves it if `toStartsAt` is given. */
export const disrupt = (
  { foyer }: Server,
  { tenantId, sessionId }: Pick<BuiltEvent, 'tenantId' | 'sessionId'>,
  params: Partial<DisruptionParams> = {},
) =>
  disruptSession(foyer.context, tenantId, {
    id: crypto.randomUUID(),
    sessionId,
    kind: params.toStartsAt ? 'moved' : 'called_off',
    toStartsAt: null,
    message: null,
    answerBy: null,
    unanswered: params.toStartsAt ? 'keep' : 'refund',
    ...params,
  })

type JobContext = Parameters<typeof settleDisruptions>[0]

/** Runs the job of a server until nothing is due; returns the number of slices. */
export async function work(server: Server, context: JobContext = server.foyer.context) {
  let slices = 0
  while ((await settleDisruptions(context, defaultTenantOf(server))) > 0) slices += 1
  return slices
}

/** Makes the next slice of all disruptions due, as if their pauses and leases had passed. */
export const passTime = (server: Pick<TestServer, 'sql'>) =>
  server.sql(
    `update session_disruptions set next_attempt_at = now(), ask_next_at = now()
     where state in ('listing', 'working')`,
  )

export interface AnswerRow {
  order_id: string
  state: string
  answer: string | null
  answered_by: string | null
  refund_minor: number
  problem: string | null
}

/** The answers to a session's disruption, by order. */
export async function answersOf(
  server: Pick<TestServer, 'sql'>,
  sessionId: string,
): Promise<Map<string, AnswerRow>> {
  const rows = await server.sql<AnswerRow & Record<string, unknown>>(
    `select a.* from disruption_answers a
     join session_disruptions d on d.tenant_id = a.tenant_id and d.id = a.disruption_id
     where d.session_id = $1 and d.state <> 'superseded'`,
    [sessionId],
  )
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** Buys tickets in several sessions of an event in one order; `quantities` by position of the session. */
export async function buyOver(
  server: TestServer,
  event: BuiltEvent,
  quantities: readonly number[],
): Promise<{ browser: ReturnType<TestServer['browser']>; orderId: string }> {
  const browser = server.browser()
  for (const [index, quantity] of quantities.entries()) {
    await browser.send('POST', '/api/checkout/holds', {
      cartId: '12345',
      sessionId: event.sessionIds[index],
      ticketTypeId: event.typeId,
      quantity,
      customerIdentifier: 'temp-12345@example.com',
    })
  }
  const { body: cart } = await browser.send('GET', '/api/checkout/carts/12345')
  const intent = await browser.send('POST', '/api/create-payment-intent', {
    amount: cart.quote.totalMinor / 100,
    currency: 'usd',
    metadata: { cartId: '12345', eventId: event.eventId },
  })
  await confirmCard(browser, intent.body, CARDS.success)
  const { body } = await browser.send(
    'POST',
    '/api/checkout/orders',
    orderBody(event, intent.body.paymentIntentId),
  )
  return { browser, orderId: body.orderId }
}

/** A free order of some tickets. */
export async function takeFree(
  server: TestServer,
  event: BuiltEvent,
  quantity = 1,
): Promise<{ browser: ReturnType<TestServer['browser']>; orderId: string }> {
  const browser = server.browser()
  await holdCartOf(browser, event, { quantities: [quantity] })
  const { body } = await browser.send('POST', '/api/checkout/orders', orderBody(event))
  return { browser, orderId: body.orderId }
}

/** A paid order of some tickets. */
export async function buyOne(
  server: TestServer,
  event: BuiltEvent,
  quantity = 1,
): Promise<{ browser: ReturnType<TestServer['browser']>; orderId: string }> {
  const browser = server.browser()
  const { body } = await buy(browser, event, '12345', quantity)
  return { browser, orderId: body.orderId }
}

/** Thrown where a process would die. */
export class Death extends Error {}

/**
 * The context of a process that dies at its nth step: before the step, or after it was committed and
 * before anybody learned so. `steps` counts what it did.
 */
export function mortal(context: Context, diesAt: number, when: 'before' | 'after') {
  const steps = { count: 0 }
  async function step<T>(run: () => Promise<T>): Promise<T> {
    steps.count += 1
    const isLast = steps.count >= diesAt
    if (isLast && when === 'before') throw new Death()
    const result = await run()
    if (isLast) throw new Death()
    return result
  }
  const { db, lanes } = context
  const dying: Context = {
    ...context,
    db: {
      ...db,
      withTenant: (tenantId, run) => step(() => db.withTenant(tenantId, run)),
      longWork: {
        ...db.longWork,
        withTenant: (tenantId, run) => step(() => db.longWork.withTenant(tenantId, run)),
      },
    },
    lanes: {
      ...lanes,
      submit: (tenantId, op, client) => step(() => lanes.submit(tenantId, op, client)),
    },
  }
  return { context: dying, steps }
}
