import {
  type Block,
  type FrozenRule,
  isForEmail,
  localDateOf,
  type Quote,
  type QuoteRequestLine,
  quoteWithRules,
  type RuleFacts,
  selectForEmail,
  selectInOrder,
  withWaiver,
} from '@foyer/domain'
import { type CartContent, requestLines } from '../carts/cart-rules.ts'
import { type FrozenDiscounts, rulesOfCoupon } from '../carts/frozen-quote.ts'
import { lastToEnd } from '../carts/held-cart.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { StockLine } from '../stock/stock-types.ts'
import { factsFrom } from './rule-facts.ts'
import type { CartRules, CartVerdict } from './rule-types.ts'

/** Judges lines that are about to be held, beside what their cart keeps. All sessions are locked. */
export function judgeLines(book: Book, content: CartContent): CartVerdict {
  const { rules, waivesSmallTotals } = book.rules.inForce
  if (rules.length === 0) return { block: null, rules: withWaiver([], waivesSmallTotals) }
  const { kept, lines, addOns } = content
  if (kept.length + addOns.length > 0) return judge(book, content)
  // With today's prices, tickets alone decide.
  const cart = lines.map((line) => `${line.sessionId}/${line.ticketTypeId}/${line.quantity}`)
  return book.rules.judgedOnce(cart.join(), () => judge(book, content))
}

function judge(book: Book, content: CartContent): CartVerdict {
  const { rules, waivesSmallTotals } = book.rules.inForce
  const { lines, currency } = requestLines(book, content)
  const facts = factsOf(book, [...ticketsIn(content.kept), ...content.lines], lines, currency)
  const { block, applied } = selectInOrder(
    rules,
    facts,
    (automatic) => quoteWithRules(lines, currency, { automatic, coupon: [] }).quote,
  )
  return { block, rules: withWaiver(applied, waivesSmallTotals) }
}

/** Freezes what a verdict takes off a cart that this batch has just held as a whole. */
export function freezeRules(
  book: Book,
  [first]: readonly LaneHold[],
  { rules }: CartVerdict,
): void {
  if (first && rules.length > 0) book.rules.freezeIn(first, rules, [])
}

/**
 * Freezes what a verdict takes off a cart that got another line. If what was frozen before makes the cart
 * cheaper, it stays on the earlier lines, so that these get no dearer than they were shown.
 */
export function freezeWithLine(
  book: Book,
  kept: readonly LaneHold[],
  added: readonly LaneHold[],
  { rules }: CartVerdict,
): void {
  const [first] = added
  if (!first) return
  const before = book.rules.on(kept)
  if (!before && rules.length === 0) return
  const holds = [...kept, ...added]
  const totalWith = (rulesOfCart: FrozenDiscounts['rules']) =>
    book.carts.price(holds, { rules: rulesOfCart }).quote.totalMinor
  const next = { judgedAt: book.now, rules, rulesForEmail: null }
  if (!before || totalWith(next) <= totalWith(before)) book.rules.freezeIn(first, rules, kept)
}

/**
 * Judges the rules about the buyer's e-mail address for a held cart, as soon as it is known, and freezes
 * what makes the cart cheaper. What was frozen for this address stays if it is cheaper than the rules of
 * now: the buyer has been shown that total. Another address is judged anew. Returns the rule that refuses
 * the cart.
 */
export function judgeForEmail(book: Book, live: readonly LaneHold[], email: string): Block | null {
  const before = book.rules.on(live)
  if (book.rules.inForce.rules.length === 0 && !before?.rulesForEmail) return null
  const held: CartRules = before
    ? { ...before, rulesForEmail: null }
    : {
        cartId: live[0]?.cart.id ?? '',
        holdId: lastToEnd(live).id,
        judgedAt: book.now,
        rules: [],
        rulesForEmail: null,
      }
  const { quote } = book.carts.price(live)
  const coupon = book.carts.couponOn(live)
  const { block, automatic } = selectForEmail(
    book.rules.inForce.rules,
    { automatic: held.rules, coupon: coupon ? rulesOfCoupon(coupon) : [] },
    factsOf(book, ticketsIn(live), quote.lines, quote.currency, email),
    (automatic, ofCoupon) =>
      book.carts.price(live, {
        coupon: ofCoupon.length > 0 ? coupon : null,
        rules: { ...held, rules: automatic },
      }).quote,
  )
  if (block) return block
  const isAsBefore = automatic === null && !before?.rulesForEmail
  if (isAsBefore) return null
  const next = { ...held, rulesForEmail: automatic }
  const totalWith = (rules: CartRules) => book.carts.price(live, { rules }).quote.totalMinor
  const isCheaperAsBefore =
    before?.rulesForEmail?.every((rule) => isRuleFor(rule, email)) &&
    totalWith(before) < totalWith(next)
  if (!isCheaperAsBefore) book.rules.freeze(next)
  return null
}

/** Whether a rule about the e-mail address refuses these holds, which are paid already. */
export function isBlockedFor(book: Book, holds: readonly LaneHold[], email: string): boolean {
  const blocks = book.rules.inForce.rules.filter(({ action }) => action.type === 'block')
  if (blocks.length === 0) return false
  const { quote } = book.carts.price(holds, { coupon: null, rules: null })
  const facts = factsOf(book, ticketsIn(holds), quote.lines, quote.currency, email)
  const none = { automatic: [], coupon: [] }
  return selectForEmail(blocks, none, facts, () => quote).block !== null
}

/** Whether the discounts of a quote are for an order with this address. */
export const isPriceFor = ({ rules = [] }: Quote, email: string): boolean =>
  rules.every((rule) => isRuleFor(rule, email))

const isRuleFor = ({ onlyFor }: Pick<FrozenRule, 'onlyFor'>, email: string): boolean =>
  !onlyFor || isForEmail(onlyFor, email)

/** The facts of tickets in locked sessions; `priced` are all lines of the cart. */
export function factsOf(
  book: Book,
  tickets: readonly StockLine[],
  priced: readonly Pick<QuoteRequestLine, 'unitPriceMinor' | 'quantity'>[],
  currency: string,
  customerEmail?: string,
): RuleFacts {
  const sessions = [...new Set(tickets.map(({ sessionId }) => sessionId))].flatMap(
    (sessionId) => book.offers.offerOf(sessionId) ?? [],
  )
  const [first] = sessions
  if (!first) throw new Error('The sessions of all tickets are known')
  const { timeZone, eventName } = first.shown
  return factsFrom({
    event: { id: first.eventId, name: eventName, currency, timeZone },
    now: book.now,
    classes: book.rules.inForce.classes,
    tickets: tickets.map(({ sessionId, ticketTypeId: typeId, quantity }) => {
      const typeName = book.offers.offerOf(sessionId)?.types.get(typeId)?.name ?? ''
      return { typeId, typeName, quantity }
    }),
    priced,
    dates: sessions.map(({ startsAt, shown }) => localDateOf(startsAt, shown.timeZone)),
    startsAt: sessions.map(({ startsAt }) => startsAt),
    customerEmail,
  })
}
