import type { QuoteView } from '@foyer/contract'
import {
  addedTaxMinor,
  discountRows,
  type FeeSet,
  feesByName,
  type Quote,
  type QuoteRequestLine,
  quoteWithRules,
  type TaxRate,
  taxesByRate,
  unitPricesOf,
} from '@foyer/domain'
import type { FrozenCoupon } from '../coupons/coupon-types.ts'
import { appliedRules, type CartRules } from '../rules/rule-types.ts'

/** The price that a hold froze, with the current name of its ticket type. */
export interface FrozenTickets {
  eventId: string
  createdAt: Date
  ticketTypeId: string
  typeName: string
  quantity: number
  unitPriceMinor: number
  feeSet: FeeSet | null
  taxRate?: TaxRate | null
}

export interface FrozenAddOn {
  id: string
  name: string
  quantity: number
  unitPriceMinor: number
  feeSet?: FeeSet | null
  taxRate?: TaxRate | null
}

/** What takes something off a cart; undefined: nothing of its kind. */
export interface FrozenDiscounts {
  coupon: FrozenCoupon | undefined
  rules: Pick<CartRules, 'judgedAt' | 'rules' | 'rulesForEmail'> | undefined
}

/**
 * The price of what a cart holds: a pure function of frozen rows, so it is the same until the hold
 * ends. Only this function says which lines discounts apply to, so that the cart's page and the
 * charge agree: lines that were held when the coupon, or the rules, were last judged; a coupon's are of
 * its event. The quote names the coupon only if it reduces the total.
 */
export function frozenQuote(
  tickets: readonly FrozenTickets[],
  addOns: readonly FrozenAddOn[],
  { coupon, rules }: FrozenDiscounts,
  currency: string,
): Quote {
  const ticketOf = new Map<QuoteRequestLine, FrozenTickets>()
  for (const ticket of tickets) {
    const { ticketTypeId: id, typeName: name, quantity, unitPriceMinor, feeSet, taxRate } = ticket
    const line = { kind: 'ticket' as const, id, name, quantity, unitPriceMinor, feeSet, taxRate }
    ticketOf.set(line, ticket)
  }
  const isHeldBy = (line: QuoteRequestLine, judgedAt: Date) => {
    const ticket = ticketOf.get(line)
    return ticket !== undefined && ticket.createdAt <= judgedAt
  }
  const { quote, couponMinor } = quoteWithRules(
    [
      ...ticketOf.keys(),
      ...addOns.map(({ id, name, quantity, unitPriceMinor, feeSet = null, taxRate }) => ({
        kind: 'addOn' as const,
        id,
        name,
        quantity,
        unitPriceMinor,
        feeSet,
        taxRate,
      })),
    ],
    currency,
    {
      automatic: rules ? appliedRules(rules) : [],
      coupon: coupon ? rulesOfCoupon(coupon) : [],
      isInAutomatic: (line) => rules !== undefined && isHeldBy(line, rules.judgedAt),
      isInCoupon: (line) =>
        coupon !== undefined &&
        ticketOf.get(line)?.eventId === coupon.eventId &&
        isHeldBy(line, coupon.judgedAt),
    },
  )
  if (!coupon || couponMinor === 0) return quote
  return { ...quote, coupon: { id: coupon.id, code: coupon.code } }
}

/** The rules of a coupon in the order in which they apply. */
export const rulesOfCoupon = ({ ruleId, code, discounts, moreRules }: FrozenCoupon) => [
  { ruleId, name: code, discounts, combines: false },
  ...(moreRules ?? []),
]

function namedDiscounts(quote: Pick<Quote, 'discountMinor' | 'rules'> & Pick<QuoteView, 'coupon'>) {
  const { coupon, rules = [] } = quote
  const ofCoupon = rules.filter(({ isOfCoupon }) => isOfCoupon)
  const discountMinor = ofCoupon.reduce((sum, rule) => sum + rule.discountMinor, 0)
  return {
    discounts: [...discountRows(quote)],
    ...(coupon && { coupon: { ...coupon, discountMinor } }),
  }
}

/** A quote as buyers see it: with its taxes, and without the fees that the organizer absorbs. */
export const presentQuote = ({
  tax,
  rules,
  ...quote
}: Omit<Quote, 'coupon'> & { coupon?: QuoteView['coupon'] }): QuoteView => ({
  ...quote,
  ...(rules ? namedDiscounts({ ...quote, rules }) : {}),
  lines: quote.lines.map(({ charges, ...line }) => ({
    ...line,
    taxMinor: addedTaxMinor(charges),
    unitPrices: unitPricesOf({ ...line, charges }),
  })),
  fees: feesByName(quote),
  taxMinor: tax?.addedMinor ?? 0,
  taxes: taxesByRate(quote.lines),
})
