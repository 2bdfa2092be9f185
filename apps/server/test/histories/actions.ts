import { randomUUID } from 'node:crypto'
import { toMajor } from '@foyer/domain'
import { BUYER, CARDS, confirmCard, createIntent, orderBody } from '@foyer/testkit/purchase'
import type { Answer } from '@foyer/testkit/test-browser'
import { settleDispute } from '../../src/features/payments/disputes/settle-dispute.ts'
import { compareWithProvider } from '../../src/features/payments/reconcile/compare-provider.ts'
import { reconcilePayments } from '../../src/features/payments/reconcile/reconcile-payments.ts'
import { makeRefunds } from '../../src/features/payments/refunds/make-refunds.ts'
import { settleIntent } from '../../src/features/payments/settle/settle-payment.ts'
import { sweepHolds } from '../../src/jobs/sweep-holds.ts'
import { holdCartOf } from '../support/calls.ts'
import { giveBack } from '../support/money.ts'
import type { Action, ChangePayment } from './plan.ts'
import { moneyOf, orderIdsIn, paymentsIn, ticketsIn, type World } from './world.ts'

const CART = '12345'
const EMAIL = 'ada@example.com'

/** Performs one action; does nothing if there is nothing to act upon. Returns problems with its answers. */
export async function act(world: World, action: Action): Promise<string[]> {
  switch (action.do) {
    case 'buy':
      return buy(world, action)
    case 'reschedule': {
      const order = await chooseOrder(world, action.order)
      const ticket = action.one === null ? undefined : pick(order?.tickets ?? [], action.one)
      const newSessionId = pick(world.event.sessionIds, action.session) ?? ''
      const change = {
        type: 'reschedule' as const,
        newSessionId,
        ...(ticket ? { ticketIds: [ticket.id] } : {}),
      }
      const body = { newSessionId, ...(ticket ? { ticketIds: [ticket.id] } : {}) }
      return order ? changeOrder(world, action, { orderId: order.id, change, body }) : []
    }
    case 'upgrade': {
      const order = await chooseOrder(world, action.order)
      const ticketId = pick(order?.tickets ?? [], action.ticket)?.id
      const newTicketTypeId = pick(world.event.typeIds, action.type) ?? ''
      if (!order || !ticketId) return []
      const change = { type: 'upgrade' as const, newTicketTypeId, ticketIds: [ticketId] }
      const body = { ticketId, newTicketTypeId }
      return changeOrder(world, action, { orderId: order.id, change, body })
    }
    case 'cancel':
      return cancel(world, action)
    case 'refund':
      return refund(world, action)
    case 'refund at the provider':
      return refundAtProvider(world, action)
    case 'dispute':
      return dispute(world, action)
    case 'redeem': {
      const order = await chooseOrder(world, action.order)
      const ticket = pick(order?.tickets ?? [], action.ticket)
      await world.servers.sql(
        `update tickets set redeemed_at = now() where id = $1 and status = 'VALID'`,
        [ticket?.id],
      )
      return []
    }
    case 'switch a rule':
      await world.servers.sql('update checkout_rules set is_active = not is_active where id = $1', [
        pick(world.ruleIds, action.rule),
      ])
      return []
    case 'let time pass':
      await letTimePass(world)
      return []
  }
}

/** Ends every hold that waits, and gives each job a turn with everything that it has to do. */
export async function letTimePass(world: World): Promise<void> {
  const { servers, event } = world
  const { context, tenant } = moneyOf(world)
  await servers.sql(
    `update holds set expires_at = now() - interval '1 hour', reclaim_at = now() - interval '1 hour'
     where session_id = any($1) and state = 'held'`,
    [[...event.sessionIds, ...event.addOnIds]],
  )
  await sweepHolds(context, tenant)
  await servers.sql(
    `update payments set next_check_at = now(), created_at = created_at - interval '1 hour'
     where event_id = $1 and state in ('created', 'open')`,
    [event.eventId],
  )
  await reconcilePayments(context, tenant)
  await compareWithProvider(context)
  await servers.sql(
    `update refunds set next_attempt_at = now() where state in ('queued', 'pending')`,
  )
  await makeRefunds(context, tenant)
}

async function buy(world: World, { server, ...wanted }: ActionOf<'buy'>): Promise<string[]> {
  const { servers, event } = world
  const browser = servers.both[0].browser()
  const type = wanted.type % event.typeIds.length
  const held = await holdCartOf(browser, event, {
    sessionId: pick(event.sessionIds, wanted.session),
    quantities: event.typeIds.map((_, index) => (index === type ? wanted.quantity : 0)),
    addOns: wanted.extras === 'add-on' ? [{ addOnId: event.addOnIds[0] ?? '', quantity: 1 }] : [],
  })
  if (held.status !== 201) return expected(held)
  if (wanted.extras === 'coupon') {
    await browser.send('POST', `/api/checkout/carts/${CART}/coupon`, { code: world.coupon })
  }
  const shown: number[] = [held.body.quote.totalMinor]
  const show = async () => {
    const cart = await browser.send('GET', `/api/checkout/carts/${CART}`)
    shown.push(cart.body.quote.totalMinor)
    return shown.at(-1) ?? 0
  }
  await show()
  if (wanted.isBegun) {
    const contact = { ...BUYER.contact, email: EMAIL }
    const begun = await browser.send('POST', `/api/checkout/carts/${CART}/payment`, { contact })
    if (begun.status !== 200) return expected(begun)
    shown.push(begun.body.totalMinor)
  }
  let intentId: string | undefined
  if ((await show()) > 0) {
    const intent = await createIntent(browser)
    if (intent.status !== 200) return expected(intent)
    intentId = intent.body.paymentIntentId
    await confirmCard(browser, intent.body, CARDS.success)
  }
  const { url } = servers.both[server % 2] ?? servers.both[0]
  const sold = await browser.send(
    'POST',
    `${url}/api/checkout/orders`,
    orderBody(event, intentId, CART),
  )
  if (sold.status === 201) shown.push(sold.body.order.quote.totalMinor)
  const isDearer = shown.some((total, index) => total > (shown[index - 1] ?? total))
  return [...expected(sold), ...(isDearer ? [`a purchase got dearer: ${shown.join(', ')}`] : [])]
}

/** Asks for a change; if it has to be paid for, its payment takes the course that the action says. */
async function changeOrder(
  { servers }: World,
  { do: kind, server, payment }: ActionOf<'reschedule' | 'upgrade'>,
  { orderId, change, body }: { orderId: string; change: object; body: object },
): Promise<string[]> {
  const of = (index: number) => (servers.both[index % 2] ?? servers.both[0]).browser()
  const path = `/api/order-management/${orderId}`
  const complete = (at: number) =>
    of(at).send('POST', `${path}/${kind}`, { ...body, customerEmail: EMAIL })
  const asked = await complete(server)
  if (asked.status !== 402) return expected(asked)
  const { differenceMinor } = asked.body.details
  const intent = await of(server + 1).send('POST', `${path}/payment-intent`, {
    customerEmail: EMAIL,
    change,
    amount: toMajor(differenceMinor, 'usd'),
    currency: 'usd',
  })
  if (intent.status !== 200) return expected(intent)
  // The provider refuses a card if another change has taken the place of this one.
  const charge = async (card: string): Promise<void> => {
    await confirmCard(servers.both[0].browser(), intent.body, card)
  }
  const endHold = () =>
    servers.sql(
      `update holds set expires_at = now() - interval '1 hour', reclaim_at = now() - interval '1 hour'
       where state = 'held' and cart_id = (select id from order_changes
         where order_id = $1 and state = 'open')`,
      [orderId],
    )
  const completed: Record<ChangePayment, () => Promise<Answer[]>> = {
    'never made': async () => [],
    async declined() {
      await charge(CARDS.declined)
      return []
    },
    async 'made, and the page closed'() {
      await charge(CARDS.success)
      return []
    },
    async made() {
      await charge(CARDS.success)
      return [await complete(server)]
    },
    async 'completed twice'() {
      await charge(CARDS.success)
      return Promise.all([complete(0), complete(1), complete(server)])
    },
    async late() {
      await endHold()
      await charge(CARDS.success)
      return [await complete(server)]
    },
  }
  return (await completed[payment]()).flatMap(expected)
}

/** Cancels tickets as their buyer; the refund that the buyer saw is asked of the first call. */
async function cancel(
  world: World,
  { order: nth, one, server }: ActionOf<'cancel'>,
): Promise<string[]> {
  const order = await chooseOrder(world, nth)
  if (!order) return []
  const ticket = one === null ? undefined : pick(order.tickets, one)
  const browser = (world.servers.both[server % 2] ?? world.servers.both[0]).browser()
  const send = (refundAmount: number) =>
    browser.send('POST', `/api/order-management/${order.id}/cancel`, {
      customerEmail: EMAIL,
      refundAmount,
      ...(ticket ? { ticketIds: [ticket.id] } : {}),
    })
  const asked = await send(0)
  if (asked.body.code !== 'amount_mismatch') return expected(asked)
  return expected(await send(asked.body.details.expectedAmount))
}

async function refund(
  world: World,
  { order: nth, what, withFees, server }: ActionOf<'refund'>,
): Promise<string[]> {
  const order = await chooseOrder(world, nth)
  if (!order) return []
  const ticketIds = order.tickets.slice(0, 1).map(({ id }) => id)
  const requested = {
    whole: { kind: 'whole' as const },
    'one ticket': { kind: 'tickets' as const, ticketIds },
    'half a ticket': { kind: 'tickets' as const, ticketIds, sharePpm: 500_000 },
    'an amount': { kind: 'amount' as const, amountMinor: 1234 },
  }[what]
  const at = world.servers.both[server % 2] ?? world.servers.both[0]
  const given = await giveBack(at, order.id, { ...requested, withFees })
  const isExpected = given.ok || given.refusal.code === 'refund_not_possible'
  return isExpected ? [] : [`a refund was refused: ${JSON.stringify(given.refusal)}`]
}

/** Refunds a charge in the provider's dashboard: a share of what is left, which the product then hears. */
async function refundAtProvider(
  world: World,
  { order: nth, share }: ActionOf<'refund at the provider'>,
): Promise<string[]> {
  const order = await chooseOrder(world, nth)
  const { context, tenant } = moneyOf(world)
  await makeRefunds(context, tenant)
  const charge = (await paymentsIn(world)).find(({ order_id }) => order && order_id === order.id)
  const leftMinor = (charge?.captured_minor ?? 0) - (charge?.refunded_minor ?? 0)
  if (!charge?.intent_id || leftMinor < share) return []
  // An id that no refund of the product has.
  const refundId = randomUUID()
  const amountMinor = Math.floor(leftMinor / share)
  await context.payments.createRefund(
    { intentId: charge.intent_id, amountMinor, refundId, keyNumber: 1 },
    refundId,
  )
  const intent = await context.payments.retrieveIntent(charge.intent_id)
  if (intent) await settleIntent(context, intent)
  return []
}

async function dispute(
  world: World,
  { order: nth, ending }: ActionOf<'dispute'>,
): Promise<string[]> {
  const order = await chooseOrder(world, nth)
  const { context } = moneyOf(world)
  const charge = (await paymentsIn(world)).findLast(
    ({ order_id, intent_id }) => order && intent_id && order_id === order.id,
  )
  const intent = charge?.intent_id && (await context.payments.retrieveIntent(charge.intent_id))
  if (!intent) return []
  const { currency, capturedMinor: amountMinor, id: intentId } = intent
  const id = `du_${randomUUID()}`
  for (const stage of ending === 'opened' ? (['opened'] as const) : (['opened', ending] as const)) {
    await settleDispute(context, intent, { id, intentId, currency, amountMinor, stage })
  }
  return []
}

type ActionOf<Kind extends Action['do']> = Extract<Action, { do: Kind }>

const pick = <T>(from: readonly T[], index: number): T | undefined =>
  from[index % Math.max(1, from.length)]

/** An order of the event with its valid tickets. */
async function chooseOrder(world: World, nth: number) {
  const id = pick(await orderIdsIn(world), nth)
  if (!id) return null
  const tickets = (await ticketsIn(world)).filter(
    ({ order_id, status }) => order_id === id && status === 'VALID',
  )
  return { id, tickets }
}

/** A refusal by a rule is an answer like any other; a fault, or a refusal for load, is not. */
const expected = ({ status, body }: Answer): string[] =>
  status < 500 && status !== 429 && status !== 400
    ? []
    : [`answered ${status} ${JSON.stringify(body)}`]
