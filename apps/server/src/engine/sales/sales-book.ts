import { type AccessCodeRule, LONGEST_HOLD_SECONDS, type TicketCounts } from '@foyer/domain'

/** An access code as a batch reads it. */
export interface LaneAccessCode extends AccessCodeRule {
  id: string
  eventId: string
  /** How many carts and orders may have it; null: without limit, and `used` is not counted. */
  maxUses: number | null
  used: number
  /** Carts of the batch that are among `used`. */
  cartIds: string[]
}

interface Tickets {
  typeId: string
  quantity: number
}

/** What a customer has, as a batch reads it. */
export interface ReadCustomer {
  key: string
  bought: Tickets[] | null
  held: ({ cartId: string } & Tickets)[] | null
}

/**
 * Names a customer of an event. Two addresses that differ in capitals are one customer.
 */
export const customerKey = (eventId: string, email: string): string =>
  `${eventId}${email.trim().toLowerCase()}`

/** The access codes and customers of a batch, and what changes of them. */
export class SalesBook {
  readonly #codes: Map<string, LaneAccessCode>
  readonly #customers: Map<string, { bought: Tickets[]; held: ({ cartId: string } & Tickets)[] }>
  readonly #claims = new Map<string, { codeId: string; cartId: string; claimedUntil: string }>()
  readonly #paying = new Map<string, { cartId: string; key: string }>()

  constructor({ codes, customers }: { codes: LaneAccessCode[]; customers: ReadCustomer[] }) {
    this.#codes = new Map(codes.map((code) => [code.id, { ...code, cartIds: [...code.cartIds] }]))
    this.#customers = new Map(
      customers.map(({ key, bought, held }) => [key, { bought: bought ?? [], held: held ?? [] }]),
    )
  }

  codeOf(id: string): LaneAccessCode | undefined {
    return this.#codes.get(id)
  }

  /** Whether a cart may use a code: it does already, or a use is left. */
  hasUse({ maxUses, used, cartIds }: LaneAccessCode, cartId: string): boolean {
    return maxUses === null || used < maxUses || cartIds.includes(cartId)
  }

  /** Claims a use for a cart, for as long as it holds something. */
  claim(code: LaneAccessCode, cartId: string, now: Date): void {
    if (!code.cartIds.includes(cartId)) {
      code.cartIds.push(cartId)
      code.used += 1
    }
    const claimedUntil = new Date(now.getTime() + LONGEST_HOLD_SECONDS * 1000).toISOString()
    this.#claims.set(`${code.id} ${cartId}`, { codeId: code.id, cartId, claimedUntil })
  }

  /**
   * What a customer has in orders, and in other carts that are being paid for, by type. Undefined for a
   * customer that the operation did not ask for.
   */
  ticketsOf(key: string, ownCartId: string): TicketCounts | undefined {
    const customer = this.#customers.get(key)
    if (!customer) return undefined
    const counts = new Map<string, number>()
    const others = customer.held.filter(({ cartId }) => cartId !== ownCartId)
    for (const { typeId, quantity } of [...customer.bought, ...others]) {
      counts.set(typeId, (counts.get(typeId) ?? 0) + quantity)
    }
    return counts
  }

  /**
   * Notes that a cart is being paid for by a customer, or was bought just now: later operations count
   * what it has.
   */
  pays(key: string, cartId: string, wanted: TicketCounts, isBought: boolean): void {
    const customer = this.#customers.get(key)
    if (!customer) return
    customer.held = customer.held.filter((held) => held.cartId !== cartId)
    for (const [typeId, quantity] of wanted) customer.held.push({ cartId, typeId, quantity })
    // An order has its tickets, so they need no note; and a free cart has no contact to end with.
    if (!isBought) this.#paying.set(cartId, { cartId, key })
  }

  rows() {
    return { claims: [...this.#claims.values()], customers: [...this.#paying.values()] }
  }
}
