import { moreTimeMinutes } from '@foyer/domain'
import type { CouponBook } from '../coupons/coupon-book.ts'
import type { FrozenCoupon } from '../coupons/coupon-types.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { OfferBook } from '../offers/aggregate.ts'
import type { PaymentBook } from '../payments/payment-book.ts'
import type { RuleBook } from '../rules/rule-book.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { CartRef, Customer, HeldAddOn, ShownCart, WantedAddOn } from './cart-types.ts'
import type { FrozenDiscounts } from './frozen-quote.ts'
import { type PricedHolds, priceHolds } from './price-holds.ts'

/** The books that the price of a cart depends on. */
export interface PricingBooks {
  readonly offers: OfferBook
  readonly payments: PaymentBook
  readonly coupons: CouponBook
  readonly rules: RuleBook
}

/** What is priced in place of what the holds carry; null: without any. */
interface OtherDiscounts {
  coupon?: FrozenCoupon | null | undefined
  rules?: FrozenDiscounts['rules'] | null
}

/** The add-ons, the customer and the price of carts; `HoldBook` has their holds. */
export class CartBook {
  readonly #books: PricingBooks
  readonly #addOns: HeldAddOn[] = []
  readonly #contacts = new Map<string, { cartId: string } & Customer>()

  constructor(books: PricingBooks) {
    this.#books = books
  }

  /**
   * Prices these holds of locked sessions, with lines in the order of the receipt. Add-ons are known for
   * payable and priced carts only, the coupon that the holds carry for payable ones; `coupon` and `rules`
   * replace what the holds carry.
   */
  price(
    holds: readonly LaneHold[],
    { coupon = this.couponOn(holds), rules = this.#books.rules.on(holds) }: OtherDiscounts = {},
  ): PricedHolds {
    const offerOf = (sessionId: string) => this.#books.offers.offerOf(sessionId)
    return priceHolds(holds, offerOf, this.addOnsOn(holds), {
      coupon: coupon ?? undefined,
      rules: rules ?? undefined,
    })
  }

  /** What the page of a cart shows if these are its only holds, add-ons included. */
  show({ number }: CartRef, holds: readonly LaneHold[]): ShownCart {
    const { now } = this.#books.offers
    const { eventId, quote, sessionIds } = this.price(holds)
    const offerOf = (sessionId: string) => {
      const offer = this.#books.offers.offerOf(sessionId)
      if (!offer) throw new Error(`Session ${sessionId} of a hold is gone`)
      return offer
    }
    const tickets = ticketsIn(holds)
    const held = tickets.map((hold) => ({ ...hold, session: offerOf(hold.sessionId) }))
    return {
      number,
      eventId,
      sessions: sessionIds.map((sessionId) => {
        const { startsAt, localDate, shown } = offerOf(sessionId)
        return { sessionId, startsAt, localDate, ...shown }
      }),
      quote,
      expiresAt: new Date(Math.min(...tickets.map(({ expiresAt }) => expiresAt.getTime()))),
      moreTimeMinutes: moreTimeMinutes(held, now),
      orderId: null,
      now,
    }
  }

  /** The coupon that the holds carry, if its claim still counts. */
  couponOn(holds: readonly LaneHold[]): FrozenCoupon | undefined {
    const claim = holds[0] && this.#books.coupons.claimOf(holds[0].cart.id)
    const counts = claim !== undefined && claim.claimedUntil > this.#books.offers.now
    return counts && holds.some((hold) => hold.id === claim.holdId) ? claim : undefined
  }

  /** The add-ons of these holds, with and without a stock; known for payable and priced carts only. */
  addOnsOn(holds: readonly LaneHold[]): HeldAddOn[] {
    const ids = new Set(holds.map(({ id }) => id))
    return [...this.#books.payments.addOns, ...this.#addOns].filter(({ holdId }) => ids.has(holdId))
  }

  /** Adds add-ons to a cart. They end with this hold. */
  addAddOns(cart: CartRef, holdId: string, addOns: readonly WantedAddOn[]): void {
    const owner = { cartId: cart.id, holdId }
    this.#addOns.push(...addOns.map(({ hasStock: _, ...addOn }) => ({ ...owner, ...addOn })))
  }

  /** Stores who the cart's order will be for. The last call for a cart in a batch counts. */
  setCustomer(cartId: string, customer: Customer): void {
    this.#contacts.set(cartId, { cartId, ...customer })
  }

  rows() {
    return { addOns: this.#addOns, contacts: [...this.#contacts.values()] }
  }
}
