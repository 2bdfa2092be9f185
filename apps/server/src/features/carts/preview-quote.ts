import { type carts, granted, type ResultOf } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  type AccessCodeRule,
  belowMinimumOf,
  minimumChargeMinor,
  type Quote,
  type QuoteRequestLine,
  upgradeDifference,
} from '@foyer/domain'
import { isShopStopped } from '../../context.ts'
import { presentQuote } from '../../engine/carts/frozen-quote.ts'
import { readCoupon } from '../../engine/coupons/preview-coupon.ts'
import { selectDayOffers } from '../../engine/offers/offers.ts'
import { priceSelection } from '../../engine/offers/price-selection.ts'
import { amountTooHigh, COUPON_NOT_FOUND, ruleBlocked } from '../../engine/refusals.ts'
import { judgeSelection, type PriceSelection } from '../../engine/rules/judge-selection.ts'
import { readEventRules } from '../../engine/rules/preview-rules.ts'
import { codeIdOf, selectOpening } from '../../engine/sales/read-sales.ts'
import type { Call } from '../../http/endpoint.ts'

type Preview = ResultOf<typeof carts.previewQuote>
type Selection = Call<typeof carts.previewQuote>['body']

/**
 * Prices a selection without holding it, by the same rules as a hold. So every step shows the total
 * that the buyer will pay, and the browser computes no money. Before a session is chosen, the total
 * may be a 'from' price.
 */
export function previewQuote(call: Call<typeof carts.previewQuote>): Promise<Preview> {
  const { context, tenant, body } = call
  const codeId = codeIdOf(context, tenant, body.access)
  if (!codeId.ok) return Promise.resolve(codeId)
  return context.db.withTenant(tenant.id, async (tx): Promise<Preview> => {
    const code = await selectOpening(tx, body.eventId, codeId.value)
    const priced = await priceSelection(tx, body, {
      isShopStopped: isShopStopped(context, tenant),
      code,
    })
    if (!priced.ok) return priced
    const { currency, tickets, addOns, firstMaximum, isFinal } = priced.value
    const lines = [...tickets, ...addOns]
    const rules = await readEventRules(tx, body.eventId, body.sessionId)
    const coupon = body.couponCode === undefined ? null : await readCoupon(tx, body.couponCode)
    if (coupon === undefined) return COUPON_NOT_FOUND
    const { eventId, date } = body
    const judged = judgeSelection({ eventId, date, currency, rules }, lines, coupon)
    if (!judged.ok) return judged
    const price = judged.value
    const { quote, block } = price(lines)
    if (block) return ruleBlocked(block)
    const tooHigh = amountTooHigh(quote.totalMinor, currency)
    if (tooHigh) return tooHigh
    const belowMinimum = belowMinimumOf(
      lines,
      firstMaximum,
      minimumChargeMinor(currency),
      (wanted) => price(wanted).quote,
    )
    const sessionTotals = body.eachSession
      ? await totalsOf(tx, body, { addOns, code, price })
      : null
    const answer = {
      quote: presentPreview(quote),
      isFinal,
      ...(belowMinimum && { belowMinimum }),
      ...(sessionTotals && { sessionTotals }),
    }
    if (!body.upgradeFrom) return granted(answer)
    const before = [...priced.value.upgradeFrom, ...addOns]
    const replaced = { lines: before, quote: price(before).quote }
    return granted({ ...answer, upgrade: upgradeDifference(replaced, { lines, quote }) })
  })
}

/** The total of the selection in each session of the day that sells all of its types. */
async function totalsOf(
  tx: TenantTx,
  { eventId, date, tickets }: Selection,
  {
    addOns,
    code,
    price,
  }: {
    addOns: readonly QuoteRequestLine[]
    code: AccessCodeRule | null
    price: PriceSelection
  },
): Promise<Record<string, number> | null> {
  if (date === undefined) return null
  const rows = await selectDayOffers(tx, eventId, date, code)
  const totals: Record<string, number> = {}
  for (const [sessionId, offers] of Map.groupBy(rows, (row) => row.session_id)) {
    const lines = tickets.flatMap(({ ticketTypeId: id, quantity }): QuoteRequestLine[] => {
      const offer = offers.find((row) => row.ticket_type_id === id)
      if (!offer) return []
      const { name, price_minor: unitPriceMinor, fee_set: feeSet, tax_rate: taxRate } = offer
      return [{ kind: 'ticket', id, name, quantity, unitPriceMinor, feeSet, taxRate }]
    })
    if (lines.length < tickets.length) continue
    const startsAt = offers[0]?.starts_at
    const other = startsAt && { date, startsAt }
    totals[sessionId] = price([...lines, ...addOns], other).quote.totalMinor
  }
  return totals
}

// A preview claims no use of a coupon.
const presentPreview = ({ coupon, ...quote }: Quote) =>
  presentQuote({ ...quote, ...(coupon && { coupon: { code: coupon.code } }) })
