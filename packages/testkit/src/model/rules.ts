import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type Cart,
  cartKey,
  describeLines,
  type Hold,
  isLive,
  liveOf,
  type Model,
  moreTimeOf,
  roomIn,
  ticketsOf,
  totalMinorOf,
  unitsOf,
} from './model.ts'
import { type CartRef, type HoldRequest, type Line, MAX_QUANTITY } from './plan.ts'

/** The fields of an answer, or of an expectation; every field of an expectation must be equal. */
export interface Reply {
  status: number
  code?: string | undefined
  /** Tickets left, as a refusal states them. */
  available?: number | undefined
  holdId?: string | undefined
  orderId?: string | null | undefined
  lines?: string[] | undefined
  totalMinor?: number | undefined
  releasedHolds?: number | undefined
  moreTimeMinutes?: number | null | undefined
}

/**
 * One atomic step of an operation. Changes the model and returns the operation's expected answer, or
 * nothing if a further step follows. New ids are taken from the real answer.
 */
export type Rule = (model: Model, seen: Reply) => Reply | undefined

const refused = (status: number, code: string, more: Partial<Reply> = {}): Reply => ({
  status,
  code,
  ...more,
})
const CART_NOT_FOUND = refused(404, 'cart_not_found')
const HOLD_EXPIRED = refused(410, 'hold_expired')
const CONFLICT = refused(409, 'idempotency_conflict')

/** The step that decides on a hold; a cart call then answers with the cart's page. */
export const holdRules = (request: HoldRequest): Rule[] =>
  request.kind === 'line'
    ? [(model, seen) => holdLine(model, request.cart, request.line, request, seen)]
    : [(model) => holdCart(model, request), look(request.cart)]

function holdLine(
  model: Model,
  cart: CartRef,
  line: Line,
  request: HoldRequest,
  seen: Reply,
): Reply {
  const replayed = replay(model, request)
  if (replayed === 'conflict') return CONFLICT
  // The answer to a retry reports the hold's current state: released, expired and sold are not held.
  if (replayed) return replayed.every(isLive) ? answerLine(replayed, seen) : HOLD_EXPIRED
  if (line.quantity > MAX_QUANTITY) return refused(400, 'quantity_above_maximum')
  const present = liveOf(model, cartKey(cart)).find(
    (hold) => hold.session === line.session && hold.type === line.type,
  )
  if (present?.quantity === line.quantity) return answerLine([present], seen)
  if (present) return refused(409, 'hold_exists')
  return shortfall(model, [line], []) ?? answerLine(grant(model, request, [line]), seen)
}

function answerLine([hold]: readonly Hold[], seen: Reply): Reply {
  if (!hold) throw new Error('A granted line has a hold')
  hold.id ??= seen.holdId ?? 'a hold with an id'
  return { status: 201, holdId: hold.id, lines: describeLines([hold]) }
}

function holdCart(
  model: Model,
  request: Extract<HoldRequest, { kind: 'cart' }>,
): Reply | undefined {
  const replayed = replay(model, request)
  if (replayed === 'conflict') return CONFLICT
  if (replayed) return undefined
  if (request.lines.some((line) => line.quantity > MAX_QUANTITY)) {
    return refused(400, 'quantity_above_maximum')
  }
  // All lines or none; the cart's former holds count as free.
  const before = liveOf(model, cartKey(request.cart))
  const short = shortfall(model, request.lines, before)
  if (short) return short
  for (const hold of before) hold.state = 'ended'
  grant(model, request, request.lines)
  return undefined
}

const keyOf = ({ cart, key }: HoldRequest) => (key === null ? null : `${cart.buyer}/${key}`)
const bodyOf = (request: HoldRequest) => JSON.stringify({ ...request, key: null })

function replay(model: Model, request: HoldRequest): Hold[] | 'conflict' | null {
  const key = keyOf(request)
  const first = key === null ? undefined : model.granted[key]
  if (!first) return null
  if (first.body !== bodyOf(request)) return 'conflict'
  return model.holds.filter((hold) => first.holds.includes(hold.nr))
}

function shortfall(model: Model, lines: readonly Line[], freed: readonly Hold[]): Reply | null {
  const sessions = [...new Set(lines.map((line) => line.session))]
  const rooms = sessions.flatMap((session) => {
    const here = lines.filter((line) => line.session === session)
    const types = [...new Set(here.map(({ type }) => type))]
    for (const pool of [null, 'shared', ...types] as const) {
      const room = roomIn(model, session, pool, freed)
      if (room === null || unitsOf(model, pool, here) <= room) continue
      const [type = 0, another] = types
      // Of one type, the answer counts whole tickets.
      const places =
        typeof pool === 'number' || another !== undefined ? 1 : model.world.places[type]
      return [Math.floor(room / (places ?? 1))]
    }
    return []
  })
  if (rooms.length === 0) return null
  // If several sessions are short, the system may name any of them.
  return refused(409, 'sold_out', sessions.length === 1 ? { available: rooms[0] ?? 0 } : {})
}

function grant(model: Model, request: HoldRequest, lines: readonly Line[]): Hold[] {
  const cart = cartKey(request.cart)
  const made = lines.map((line, index) => ({
    ...line,
    nr: model.holds.length + index,
    id: null,
    cart,
    endsInMinutes: 15,
    hasGrace: false,
    state: 'held' as const,
    orderId: null,
  }))
  model.holds.push(...made)
  model.carts[cart] = {
    orderId: null,
    isGraceGiven: false,
    tiedOrderId: model.carts[cart]?.soldNow,
  }
  const key = keyOf(request)
  if (key !== null) {
    model.granted[key] = { body: bodyOf(request), holds: made.map((hold) => hold.nr) }
  }
  return made
}

/** The order that a cart without holds became; of a tie, what the answer says. */
const becameOrder = ({ orderId, tiedOrderId }: Cart, { orderId: seen }: Reply): string | null =>
  orderId ?? (tiedOrderId !== undefined && tiedOrderId === seen ? tiedOrderId : null)

/** The answer with the cart's content; `status` is 201 right after a granted hold. */
export const look =
  (ref: CartRef, status = 201): Rule =>
  (model, seen) => {
    const cart = model.carts[cartKey(ref)]
    if (!cart) return CART_NOT_FOUND
    const live = liveOf(model, cartKey(ref))
    if (live.length > 0) {
      return {
        status,
        lines: describeLines(live),
        totalMinor: totalMinorOf(live),
        orderId: null,
        moreTimeMinutes: moreTimeOf(live) || null,
      }
    }
    const orderId = becameOrder(cart, seen)
    const order = model.orders[orderId ?? '']
    if (!order) return HOLD_EXPIRED
    return { status, lines: order.lines, totalMinor: order.totalMinor, orderId }
  }

/** Decides in one step, then answers with the cart's content, even if the cart became an order. */
export function moreTimeRules(ref: CartRef): Rule[] {
  const { remember, recall } = memory()
  return [
    (model) => {
      const live = liveOf(model, cartKey(ref))
      if (live.length === 0 || live.some((hold) => hold.endsInMinutes <= 0)) {
        return remember(model, [])
      }
      const minutes = moreTimeOf(live)
      if (minutes === 0) return refused(409, 'more_time_used')
      for (const hold of live) hold.endsInMinutes += minutes
      return remember(model, live)
    },
    (model, seen) => {
      const wasAdded = recall(model).length > 0
      const shown = look(ref, 200)(model, seen)
      return !wasAdded && shown?.orderId === null ? HOLD_EXPIRED : shown
    },
  ]
}

export const release =
  (ref: CartRef): Rule =>
  (model) => {
    const live = liveOf(model, cartKey(ref))
    for (const hold of live) hold.state = 'ended'
    return { status: 200, releasedHolds: live.length }
  }

/**
 * Keeps the holds for a grace of five minutes past their end, once per cart until it is granted a new
 * hold. Then answers with the cart's content.
 */
export function startPaymentRules(ref: CartRef): Rule[] {
  const { remember, recall } = memory()
  return [
    (model) => {
      const cart = model.carts[cartKey(ref)]
      const live = liveOf(model, cartKey(ref))
      if (cart && !cart.isGraceGiven) for (const hold of live) hold.hasGrace = true
      if (cart && live.length > 0) cart.isGraceGiven = true
      return remember(model, live)
    },
    (model) => {
      const begun = recall(model)
      const live = liveOf(model, cartKey(ref))
      if (!model.carts[cartKey(ref)]) return CART_NOT_FOUND
      if (begun.length === 0 || live.length === 0) return HOLD_EXPIRED
      return { status: 200, totalMinor: totalMinorOf(live) }
    },
  ]
}

/** Reads the cart, then sells what was read: a cart that changed meanwhile is another purchase. */
export function orderFreeRules(ref: CartRef): Rule[] {
  const { remember, recall } = memory()
  return [
    (model, seen) => {
      const cart = model.carts[cartKey(ref)]
      if (!cart) return CART_NOT_FOUND
      const live = liveOf(model, cartKey(ref))
      if (live.length > 0 && totalMinorOf(live) > 0) return refused(402, 'payment_not_succeeded')
      if (live.length > 0) return remember(model, live)
      const orderId = becameOrder(cart, seen)
      return orderId === null ? HOLD_EXPIRED : { status: 201, orderId }
    },
    (model, seen) => {
      const read = recall(model)
      const sold = read.find((hold) => hold.state === 'sold')
      if (sold) return { status: 201, orderId: sold.orderId }
      const isUnchanged = isDeepStrictEqual(liveOf(model, cartKey(ref)), read)
      return isUnchanged ? sell(model, ref, read, seen) : HOLD_EXPIRED
    },
  ]
}

/** The steps of a payment: reads the total, makes an intent for it, and creates the order. */
export function payRules(ref: CartRef): Rule[] {
  const { remember, recall } = memory()
  return [
    (model, seen) => {
      const reply = look(ref, 200)(model, seen)
      return reply?.status === 200 && reply.totalMinor === seen.totalMinor ? undefined : reply
    },
    (model, seen) => {
      const live = liveOf(model, cartKey(ref))
      if (live.length === 0) return HOLD_EXPIRED
      if (seen.totalMinor === 0) return refused(400, 'amount_not_positive')
      if (seen.totalMinor !== totalMinorOf(live)) return refused(409, 'amount_mismatch')
      return remember(model, live)
    },
    (model, seen) => {
      const paid = recall(model)
      // Tickets whose holds expired or were released meanwhile are allocated again if all of them fit.
      const gone = paid.filter((hold) => !isLive(hold))
      const isSold = paid.some((hold) => hold.state === 'sold')
      if (isSold || shortfall(model, gone, [])) return refused(409, 'payment_refunded')
      return sell(model, ref, paid, seen)
    },
  ]
}

/** The memory between an operation's steps is part of the state, because it decides what follows. */
function memory() {
  const mark = randomUUID()
  return {
    remember(model: Model, holds: readonly Hold[]): undefined {
      model.read[mark] = holds.map((hold) => hold.nr)
    },
    recall(model: Model): Hold[] {
      const read = model.read[mark] ?? []
      delete model.read[mark]
      return model.holds.filter((hold) => read.includes(hold.nr))
    },
  }
}

function sell(model: Model, ref: CartRef, holds: readonly Hold[], seen: Reply): Reply {
  const cart = cartKey(ref)
  const orderId = seen.orderId ?? 'an order with an id'
  for (const hold of holds) Object.assign(hold, { state: 'sold', orderId })
  model.orders[orderId] = {
    lines: describeLines(holds),
    tickets: ticketsOf(holds),
    totalMinor: totalMinorOf(holds),
  }
  const isGraceGiven = model.carts[cart]?.isGraceGiven ?? false
  model.carts[cart] = { isGraceGiven, orderId, soldNow: orderId }
  return { status: 201, orderId }
}

/** Moves an order's tickets to another session, all or none; those already there stay. */
export const reschedule =
  (orderId: string, session: number): Rule =>
  (model) => {
    const leaving = model.holds.filter(
      (hold) => hold.orderId === orderId && hold.session !== session,
    )
    const short = shortfall(
      model,
      leaving.map((hold) => ({ ...hold, session })),
      [],
    )
    if (short) return short
    for (const hold of leaving) hold.session = session
    return { status: 200 }
  }

/** Lets time pass for the holds of one type in a session. */
export const expire =
  (session: number, type: number, minutes: number): Rule =>
  (model) => {
    for (const hold of model.holds) {
      if (hold.session === session && hold.type === type && hold.state === 'held') {
        hold.endsInMinutes -= minutes
      }
    }
    return { status: 200 }
  }
