import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
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
} from './model.ts'
import { type CartRef, type HoldRequest, type Line, MAX_QUANTITY } from './plan.ts'

/** What was seen of an answer, or is expected of it: of the latter every field must be met. */
export interface Told {
  status: number
  code?: string | undefined
  /** Places left, as a refusal names them. */
  available?: number | undefined
  holdId?: string | undefined
  orderId?: string | null | undefined
  lines?: string[] | undefined
  totalMinor?: number | undefined
  releasedHolds?: number | undefined
  moreTimeMinutes?: number | null | undefined
}

/**
 * One atomic step of an operation. Changes the model and says what the operation is answered with;
 * nothing, where its next step follows. New ids are taken from the answer itself.
 */
export type Rule = (model: Model, seen: Told) => Told | undefined

const refused = (status: number, code: string, more: Partial<Told> = {}): Told => ({
  status,
  code,
  ...more,
})
const CART_NOT_FOUND = refused(404, 'cart_not_found')
const HOLD_EXPIRED = refused(410, 'hold_expired')
const CONFLICT = refused(409, 'idempotency_conflict')

/** Holding, as the one step that decides; a cart's answer is then what its page shows. */
export const holdRules = (request: HoldRequest): Rule[] =>
  request.kind === 'line'
    ? [(model, seen) => holdLine(model, request.cart, request.line, request, seen)]
    : [(model) => holdCart(model, request), look(request.cart)]

function holdLine(model: Model, cart: CartRef, line: Line, request: HoldRequest, seen: Told): Told {
  const replayed = replay(model, request)
  if (replayed === 'conflict') return CONFLICT
  // A retry is told what became of its hold: released, lapsed and sold are all held no more.
  if (replayed) return replayed.every(isLive) ? answerLine(replayed, seen) : HOLD_EXPIRED
  if (line.quantity > MAX_QUANTITY) return refused(400, 'quantity_above_maximum')
  const present = liveOf(model, cartKey(cart)).find(
    (hold) => hold.session === line.session && hold.type === line.type,
  )
  if (present?.quantity === line.quantity) return answerLine([present], seen)
  if (present) return refused(409, 'hold_exists')
  return shortfall(model, [line], []) ?? answerLine(grant(model, request, [line]), seen)
}

function answerLine([hold]: readonly Hold[], seen: Told): Told {
  if (!hold) throw new Error('A granted line has a hold')
  hold.id ??= seen.holdId ?? 'a hold with an id'
  return { status: 201, holdId: hold.id, lines: describeLines([hold]) }
}

function holdCart(model: Model, request: Extract<HoldRequest, { kind: 'cart' }>): Told | undefined {
  const replayed = replay(model, request)
  if (replayed === 'conflict') return CONFLICT
  if (replayed) return undefined
  if (request.lines.some((line) => line.quantity > MAX_QUANTITY)) {
    return refused(400, 'quantity_above_maximum')
  }
  // All or none, and what the cart held before makes room for it.
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

function shortfall(model: Model, lines: readonly Line[], freed: readonly Hold[]): Told | null {
  const sessions = [...new Set(lines.map((line) => line.session))]
  const rooms = sessions.flatMap((session) => {
    const here = lines.filter((line) => line.session === session)
    const wanted = ticketsOf(here)
    const total = roomIn(model, session, null, freed)
    if (total !== null && wanted > total) return [total]
    const short = here
      .map(({ type }) => ({
        wanted: ticketsOf(here.filter((line) => line.type === type)),
        room: roomIn(model, session, type, freed),
      }))
      .find(({ wanted, room }) => room !== null && wanted > room)
    return short ? [Math.min(short.room ?? 0, total ?? Number.POSITIVE_INFINITY)] : []
  })
  if (rooms.length === 0) return null
  // Which of several sessions is named is the system's choice.
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
  model.carts[cart] = { orderId: null, isGraceGiven: false }
  const key = keyOf(request)
  if (key !== null) {
    model.granted[key] = { body: bodyOf(request), holds: made.map((hold) => hold.nr) }
  }
  return made
}

/** What a cart's page shows; `status` is 201 where a hold was just granted. */
export const look =
  (ref: CartRef, status = 201): Rule =>
  (model) => {
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
    const order = model.orders[cart.orderId ?? '']
    if (!order) return HOLD_EXPIRED
    return { status, lines: order.lines, totalMinor: order.totalMinor, orderId: cart.orderId }
  }

/** Decided at once; what is then answered is what the cart shows, also where it became an order. */
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
 * Once per cart, until it is granted something anew, holds outlive their end by five minutes. What
 * is then answered is what the cart shows.
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

/** The cart is read, and what was read is sold: a cart that changed meanwhile is another purchase. */
export function orderFreeRules(ref: CartRef): Rule[] {
  const { remember, recall } = memory()
  return [
    (model) => {
      const cart = model.carts[cartKey(ref)]
      if (!cart) return CART_NOT_FOUND
      const live = liveOf(model, cartKey(ref))
      if (live.length > 0 && totalMinorOf(live) > 0) return refused(402, 'payment_not_succeeded')
      if (live.length > 0) return remember(model, live)
      return cart.orderId === null ? HOLD_EXPIRED : { status: 201, orderId: cart.orderId }
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

/** The steps of a payment: the total is read, an intent made over it, and the order asked for. */
export function payRules(ref: CartRef): Rule[] {
  const { remember, recall } = memory()
  return [
    (model, seen) => {
      const told = look(ref, 200)(model, seen)
      return told?.status === 200 && told.totalMinor === seen.totalMinor ? undefined : told
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
      // What has lapsed or was released meanwhile is allocated again where there is room for all.
      const gone = paid.filter((hold) => !isLive(hold))
      const isSold = paid.some((hold) => hold.state === 'sold')
      if (isSold || shortfall(model, gone, [])) return refused(409, 'payment_refunded')
      return sell(model, ref, paid, seen)
    },
  ]
}

/** What one operation remembers between its steps is part of the state: it decides what follows. */
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

function sell(model: Model, ref: CartRef, holds: readonly Hold[], seen: Told): Told {
  const cart = cartKey(ref)
  const orderId = seen.orderId ?? 'an order with an id'
  for (const hold of holds) Object.assign(hold, { state: 'sold', orderId })
  model.orders[orderId] = {
    lines: describeLines(holds),
    tickets: ticketsOf(holds),
    totalMinor: totalMinorOf(holds),
  }
  model.carts[cart] = { isGraceGiven: model.carts[cart]?.isGraceGiven ?? false, orderId }
  return { status: 201, orderId }
}

/** An order's tickets go to another session, all or none; which are there already stay. */
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

/** Time passes for the holds of one type in a session. */
export const lapse =
  (session: number, type: number, minutes: number): Rule =>
  (model) => {
    for (const hold of model.holds) {
      if (hold.session === session && hold.type === type && hold.state === 'held') {
        hold.endsInMinutes -= minutes
      }
    }
    return { status: 200 }
  }
