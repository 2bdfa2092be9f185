import { toMajor } from '@foyer/domain'
import { BUYER, CARDS, confirmCard, orderBody } from '../purchase.ts'
import type { Answer } from '../test-browser.ts'
import { describeLines } from './model.ts'
import type { CartOp, CartRef, HoldRequest, Line } from './plan.ts'
import type { RealWorld } from './real-world.ts'
import type { Reply } from './rules.ts'

/** Operations as requests over HTTP, and their answers in the model's terms. */

export function sendHold(world: RealWorld, request: HoldRequest, server: number): Promise<Reply> {
  const { browser, at } = callerOf(world, request.cart.buyer, server)
  const { event } = world
  const headers: Record<string, string> = request.key ? { 'idempotency-key': request.key } : {}
  const lineOf = ({ session, type, quantity }: Line) => ({
    sessionId: event.sessionIds[session],
    ticketTypeId: event.typeIds[type],
    quantity,
  })
  if (request.kind === 'line') {
    const body = { cartId: request.cart.number, ...lineOf(request.line) }
    return browser.send('POST', at('/api/checkout/holds'), body, headers).then(replyIn(world))
  }
  const body = {
    eventId: event.eventId,
    sessionId: event.sessionIds[request.lines[0]?.session ?? 0],
    tickets: request.lines.map(lineOf),
  }
  const path = at(`/api/checkout/carts/${request.cart.number}/hold`)
  return browser.send('POST', path, body, headers).then(replyIn(world))
}

export function sendOnCart(
  world: RealWorld,
  what: CartOp,
  cart: CartRef,
  server: number,
): Promise<Reply> {
  const { browser, at } = callerOf(world, cart.buyer, server)
  const path = at(`/api/checkout/carts/${cart.number}`)
  const reply = replyIn(world)
  switch (what) {
    case 'release':
      return browser.send('DELETE', at(`/api/checkout/holds/cart/${cart.number}`)).then(reply)
    case 'look':
      return browser.send('GET', path).then(reply)
    case 'more time':
      return browser.send('POST', `${path}/more-time`).then(reply)
    case 'start payment':
      return browser.send('POST', `${path}/payment`, BUYER).then(reply)
    case 'order free': {
      const body = orderBody(world.event, undefined, cart.number)
      return browser.send('POST', at('/api/checkout/orders'), body).then(reply)
    }
    case 'pay':
      return pay(world, cart)
  }
}

export function sendReschedule(
  world: RealWorld,
  orderId: string,
  session: number,
  server: number,
): Promise<Reply> {
  // Any client that knows the order and its e-mail address may reschedule it.
  const { browser, at } = callerOf(world, 0, server)
  const body = {
    newSessionId: world.event.sessionIds[session],
    customerEmail: BUYER.contact.email,
  }
  return browser
    .send('POST', at(`/api/order-management/${orderId}/reschedule`), body)
    .then(replyIn(world))
}

/**
 * Pays as a buyer does: the intent for the shown total, the card, and the order call, submitted
 * twice at once. All calls go to one server, because the emulated provider runs in it.
 */
async function pay(world: RealWorld, cart: CartRef): Promise<Reply> {
  const { browser, at } = callerOf(world, cart.buyer, 0)
  const reply = replyIn(world)
  const shown = await browser.send('GET', at(`/api/checkout/carts/${cart.number}`))
  if (shown.status !== 200) return reply(shown)
  const { totalMinor, currency } = shown.body.quote
  const intent = await browser.send('POST', at('/api/create-payment-intent'), {
    amount: toMajor(totalMinor, currency),
    currency,
    metadata: { cartId: cart.number, eventId: world.event.eventId },
  })
  if (intent.status !== 200) return { ...reply(intent), totalMinor }
  await confirmCard(browser, intent.body, CARDS.success)
  const body = orderBody(world.event, intent.body.paymentIntentId, cart.number)
  const order = () => browser.send('POST', at('/api/checkout/orders'), body).then(reply)
  const [first, second] = await Promise.all([order(), order()])
  if (first.status !== second.status || first.orderId !== second.orderId) {
    throw new Error(`A double submit got two answers: ${JSON.stringify([first, second])}`)
  }
  return { ...first, totalMinor }
}

function callerOf({ buyers, system }: RealWorld, buyer: number, server: number) {
  const { browser } = buyers[buyer] ?? {}
  const { url } = system.servers[server % system.servers.length] ?? {}
  if (!browser || !url) throw new Error(`No buyer ${buyer} or no server`)
  return { browser, at: (path: string) => new URL(path, url).href }
}

/** The answer in the model's terms; missing fields are left out. */
const replyIn =
  (world: RealWorld) =>
  ({ status, body }: Answer): Reply => {
    const typeOf = (id: string) => world.event.typeIds.indexOf(id)
    const lines: { type: number; quantity: number }[] | undefined = body.ticketTypeId
      ? [{ type: typeOf(body.ticketTypeId), quantity: body.quantity }]
      : body.quote?.lines.map((line: { id: string; quantity: number }) => ({
          type: typeOf(line.id),
          quantity: line.quantity,
        }))
    return {
      status,
      code: body.code,
      available: body.details?.available,
      holdId: body.ticketTypeId && body.id,
      orderId: body.orderId,
      lines: lines && describeLines(lines),
      totalMinor: body.quote?.totalMinor ?? body.totalMinor,
      releasedHolds: body.releasedHolds,
      moreTimeMinutes: body.moreTimeMinutes,
    }
  }
