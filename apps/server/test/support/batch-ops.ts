import type { Result } from '@foyer/contract'
import type { RateWindow, RefundRequest } from '@foyer/domain'
import type { Intent } from '../../src/adapters/payment-gateway.ts'
import type { CartRef, Customer, WantedAddOn } from '../../src/engine/carts/cart-types.ts'
import { applyCouponOp } from '../../src/engine/coupons/apply-coupon.ts'
import {
  type DecidedCart,
  type HoldCartParams,
  holdCartOp,
} from '../../src/engine/holds/hold-cart.ts'
import { holdLineOp } from '../../src/engine/holds/hold-line.ts'
import type { LaneHold, RequestKey } from '../../src/engine/holds/hold-types.ts'
import type { LaneOp } from '../../src/engine/lanes/operation.ts'
import { refundOrderOp } from '../../src/engine/money/refund-order.ts'
import type { CapturedPayment } from '../../src/engine/orders/captured-payment.ts'
import { changeOrderOp } from '../../src/engine/orders/change-order.ts'
import { sellFreeCartOp } from '../../src/engine/orders/sell-free-cart.ts'
import { sellPaymentOp } from '../../src/engine/orders/sell-payment.ts'
import { type BegunPayment, beginPaymentOp } from '../../src/engine/payments/begin-payment.ts'
import type { LanePayment } from '../../src/engine/payments/payment-types.ts'
import { recordPaymentOp } from '../../src/engine/payments/record-payment.ts'
import type { StockLine } from '../../src/engine/stock/stock-types.ts'
import { run } from './batch-world/run-batch.ts'
import { EVENT, SESSION, type World } from './batch-world/world.ts'

/** Operations on the carts, payments and orders of a {@link World}, by name. */

const cartRef = (name: string): CartRef => ({ id: name, browserId: name, number: '12345' })

export const CUSTOMER: Customer = {
  contact: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '' },
  billingAddress: {
    address: '1 Main St',
    city: 'New York',
    state: 'NY',
    zipCode: '10001',
    country: 'US',
  },
}

/** What a request to hold something came with. */
type HoldConditions = Pick<
  HoldCartParams,
  'accessCodeId' | 'allowance' | 'isShopStopped' | 'takesPayments'
>

export const holdLine = (
  cart: string,
  quantity: number,
  {
    session = SESSION,
    type = 'ga',
    request = null,
    ...more
  }: { session?: string; type?: string; request?: RequestKey | null } & HoldConditions = {},
) =>
  holdLineOp({
    cart: cartRef(cart),
    sessionId: session,
    ticketTypeId: type,
    quantity,
    customerIdentifier: null,
    request,
    ...more,
  })

/** `tickets` are quantities by type, or by 'session/type'. */
export const holdCart = (
  cart: string,
  tickets: Record<string, number>,
  {
    request = null,
    addOns = [],
    eventId = EVENT,
    ...more
  }: {
    request?: RequestKey | null
    addOns?: WantedAddOn[]
    eventId?: string
  } & HoldConditions = {},
) =>
  holdCartOp({
    cart: cartRef(cart),
    eventId,
    lines: linesOf(tickets),
    addOns,
    request,
    ...more,
  })

/** Some of the add-on with this name, which has a stock of its own. */
export const stocked = (addOnId: string, quantity: number): WantedAddOn => ({
  addOnId,
  name: addOnId.toUpperCase(),
  position: 0,
  quantity,
  unitPriceMinor: 500,
  hasStock: true,
})

const linesOf = (tickets: Record<string, number>): StockLine[] =>
  Object.entries(tickets).map(([name, quantity]) => {
    const [first = '', second] = name.split('/')
    return second === undefined
      ? { sessionId: SESSION, ticketTypeId: first, quantity }
      : { sessionId: first, ticketTypeId: second, quantity }
  })

/** The same operation with these sessions locked from the start, so that it never has to widen. */
export const lockingAll = <T>(
  world: Pick<World, 'payments'>,
  op: LaneOp<T>,
  sessionIds: readonly string[],
): LaneOp<T> => ({
  needs: { ...op.needs, sessionIds, paymentIds: world.payments.map(({ id }) => id) },
  decide: (book) => op.decide(book),
})

const heldRows = (world: World, cart: string) =>
  world.holds.filter((hold) => hold.cart.id === cart && hold.state === 'held')

/** The customer with another address. */
export const customerAt = (email: string): Customer => ({
  ...CUSTOMER,
  contact: { ...CUSTOMER.contact, email },
})

export const begin = (cart: string, customer = CUSTOMER) =>
  beginPaymentOp({ cartId: cart, customer })

export const sellFree = (cart: string, customer = CUSTOMER) =>
  sellFreeCartOp({ cartId: cart, customer, problemWith: () => null })

/**
 * Asks for a payment over what a cart holds now; `unpaidIntentId` is the intent that the provider
 * reported as unpaid.
 */
export const recordPayment = (cart: string, unpaidIntentId: string | null = null) =>
  recordPaymentOp({ cartId: cart, mode: 'own', unpaidIntentId, problemWith: () => null })

/** Records a payment over what a cart holds, as a call for an intent does; returns its row. */
export function addPayment(world: World, cart: string): LanePayment {
  const recorded = run(world, recordPayment(cart))
  const payment = recorded.ok && world.payments.find(({ id }) => id === recorded.value.id)
  if (!payment) throw new Error(`Nothing can be paid for cart ${cart}`)
  payment.customer = CUSTOMER
  return payment
}

/** What happens once the provider reports a payment as captured, over `amountMinor`. */
export const sellPayment = (
  { id, cartId, ...payment }: LanePayment,
  amountMinor = payment.amountMinor,
  reported: Partial<Intent> = {},
  call: Pick<CapturedPayment, 'customer' | 'problemWith' | 'allowance'> = {},
) =>
  sellPaymentOp({
    id,
    cartId,
    intent: {
      id: payment.intentId ?? `pi_${id}`,
      accountId: payment.account?.id ?? null,
      platformFeeMinor: 0,
      ageSeconds: 0,
      clientSecret: '',
      status: 'succeeded',
      amountMinor,
      currency: payment.currency,
      metadata: {},
      capturedMinor: amountMinor,
      refundedMinor: 0,
      decline: null,
      wasTried: true,
      card: null,
      fee: null,
      billing: null,
      ...reported,
    },
    fallback: CUSTOMER,
    ...call,
  })

/** Refunds a whole order with fees unless `requested` says otherwise; once for each `key`. */
export const refund = (
  { id: orderId }: { id: string },
  requested: RefundRequest = { kind: 'whole', withFees: true },
  key = `whole of ${orderId}`,
) => refundOrderOp({ orderId, requested, reason: null, key })

export const applyCoupon = (cart: string, codeId: string) => applyCouponOp({ cartId: cart, codeId })

export const reschedule = (
  { id }: { id: string },
  toSessionId: string,
  windows: readonly RateWindow[] = [],
) =>
  changeOrderOp(id, { kind: 'reschedule', ticketIds: null, toSessionId }, { windows, reason: null })

/** An answer as a line: what was granted, or the code of the refusal. */
export const outcomeOf = (
  answer: Result<LaneHold[] | DecidedCart | BegunPayment | { orderId: string } | null> | undefined,
): string => {
  if (!answer) return 'nothing'
  if (!answer.ok) return answer.refusal.code
  if (answer.value === null) return 'done'
  if (Array.isArray(answer.value)) return inWords(answer.value)
  if ('holds' in answer.value) return inWords(answer.value.holds)
  return 'totalMinor' in answer.value ? `${answer.value.totalMinor} to pay` : 'order'
}

/** What a cart holds, as a line; for several sessions each with its name. */
export const heldBy = (world: World, cart: string): string => inWords(heldRows(world, cart))

const inWords = (holds: readonly LaneHold[]) =>
  holds
    .map(({ quantity, sessionId, ticketTypeId }) =>
      sessionId === SESSION
        ? `${quantity} ${ticketTypeId}`
        : `${quantity} ${sessionId}/${ticketTypeId}`,
    )
    .join(' + ')

/** Held and sold of a pool; by default the session's total. */
export const countsOf = (world: World, sessionId = SESSION, poolId = sessionId) => {
  const pool = world.pools.find((each) => each.sessionId === sessionId && each.poolId === poolId)
  return { held: pool?.held, sold: pool?.sold }
}
