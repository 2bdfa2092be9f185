import { granted, type Result, refused } from '@foyer/contract'
import { type PaymentMode, platformFeeOf, type Quote } from '@foyer/domain'
import type { HeldAddOn } from '../carts/cart-types.ts'
import type { CurrentAccount, LanePayment, PaymentAccount, ReadPayments } from './payment-types.ts'

/** What a payment pays for. It changes with the cart until the payment is captured. */
export interface Priced {
  eventId: string
  amountMinor: number
  currency: string
  holdIds: readonly string[]
  quote: Quote
}

/** The result of a payment: an order, or a refund. */
interface Settlement {
  id: string
  state: 'completed' | 'refund_due'
  capturedMinor: number
  /** The order that it became a charge of. */
  orderId: string | null
}

const NOT_READY = refused(
  'payments_not_ready',
  'This organizer cannot take payments yet. Nothing was charged.',
)

/** What the columns of a payment have about its account and the platform's fee. */
const accountColumns = ({ account, amountMinor }: LanePayment) => ({
  accountId: account?.id ?? null,
  feePpm: account?.fee.ppm ?? null,
  feeFixedMinor: account?.fee.fixedMinor ?? null,
  platformFeeMinor: account && platformFeeOf(amountMinor, account.fee),
})

/** The payments of a batch, and what changes of them. */
export class PaymentBook {
  /** Add-ons of payable carts; those of other carts are not read. */
  readonly addOns: readonly HeldAddOn[]
  readonly #account: CurrentAccount | null
  readonly #byId: Map<string, LanePayment>
  readonly #recorded = new Set<LanePayment>()
  readonly #repriced = new Set<LanePayment>()
  readonly #settled = new Map<string, Settlement>()
  readonly #intents = new Map<string, string>()

  constructor({ rows, addOns, account }: ReadPayments) {
    this.addOns = addOns
    this.#account = account
    this.#byId = new Map(rows.map((payment) => [payment.id, payment]))
  }

  of(id: string): LanePayment | undefined {
    return this.#byId.get(id)
  }

  /** The one payment of a cart that may still be captured. */
  inProgressOf(cartId: string): LanePayment | undefined {
    for (const payment of this.#byId.values()) {
      const isOpen = payment.state === 'created' || payment.state === 'open'
      if (isOpen && payment.cartId === cartId) return payment
    }
    return undefined
  }

  /**
   * The account that a new payment is made on; null: the platform's own. The operation must have asked
   * for it (`payees`). Refuses with `payments_not_ready` if the organizer has none that charges.
   */
  payee(mode: PaymentMode): Result<PaymentAccount | null, 'payments_not_ready'> {
    if (mode === 'own') return granted(null)
    if (!this.#account?.chargesEnabled) return NOT_READY
    const { id, fee } = this.#account
    return granted({ id, fee })
  }

  record(payment: LanePayment): void {
    this.#byId.set(payment.id, payment)
    this.#recorded.add(payment)
  }

  reprice(payment: LanePayment, priced: Priced): void {
    Object.assign(payment, priced)
    // A payment recorded by this batch is inserted in its final state.
    if (!this.#recorded.has(payment)) this.#repriced.add(payment)
  }

  /** Stores the provider's intent id on the payment. */
  attachIntent(payment: LanePayment, intentId: string): void {
    if (payment.intentId === intentId) return
    payment.intentId = intentId
    this.#intents.set(payment.id, intentId)
  }

  /** Decides the result of a payment; later operations of the batch see it. */
  settle(
    payment: LanePayment,
    state: 'completed' | 'refund_due',
    capturedMinor: number,
    orderId: string | null,
  ): void {
    Object.assign(payment, { state, capturedMinor, orderId })
    this.#settled.set(payment.id, { id: payment.id, state, capturedMinor, orderId })
  }

  rows() {
    return {
      created: [...this.#recorded].map((payment) => ({ ...payment, ...accountColumns(payment) })),
      repriced: [...this.#repriced].map((payment) => ({ ...payment, ...accountColumns(payment) })),
      intents: [...this.#intents].map(([id, intentId]) => ({ id, intentId })),
      settled: [...this.#settled.values()],
    }
  }
}
