import { granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  type Block,
  type FrozenRule,
  localDateOf,
  type Quote,
  type QuoteRequestLine,
  quoteWithRules,
  type RuleFacts,
  selectInOrder,
  withWaiver,
} from '@foyer/domain'
import { type PreviewCouponCode, previewCoupon } from '../../engine/coupons/preview-coupon.ts'
import type { EventRules } from '../../engine/rules/preview-rules.ts'
import { factsFrom } from '../../engine/rules/rule-facts.ts'

export interface Selected {
  eventId: string
  currency: string
  rules: EventRules
  /** The chosen day, if no session is chosen yet. */
  date?: string | undefined
}

/** The days and starts that rules are judged by, if not those of the chosen session. */
type OtherTime = { date: string; startsAt: Date }

/** Prices lines of a selection as a hold would, with the rules of now. */
export type PriceSelection = (
  lines: readonly QuoteRequestLine[],
  other?: OtherTime,
) => { quote: Quote; block: Block | null }

/**
 * How a selection is priced: by automatic rules, each time for the lines that are priced, and by what the
 * coupon code of the request gives it.
 */
export async function judgeSelection(
  tx: TenantTx,
  selected: Selected,
  lines: readonly QuoteRequestLine[],
  couponCode: string | undefined,
): Promise<Result<PriceSelection, PreviewCouponCode>> {
  const { automatic } = judgeAutomatic(selected, lines)
  const withCoupon = (coupon: readonly FrozenRule[]) =>
    quoteWithRules(lines, selected.currency, { automatic, coupon }).quote
  const coupon =
    couponCode === undefined
      ? granted(null)
      : await previewCoupon(tx, couponCode, factsOfSelection(selected, lines), withCoupon)
  if (!coupon.ok) return coupon
  const { code, rules = [] } = coupon.value ?? {}
  return granted((wanted, other) => {
    const judged = judgeAutomatic(selected, wanted, other)
    const discounts = { automatic: judged.automatic, coupon: rules }
    const { quote, couponMinor } = quoteWithRules(wanted, selected.currency, discounts)
    // A preview claims no use of the code, so its coupon has no id.
    const named = code && couponMinor > 0 ? { ...quote, coupon: { id: '', code } } : quote
    return { quote: named, block: judged.block }
  })
}

function judgeAutomatic(
  selected: Selected,
  lines: readonly QuoteRequestLine[],
  other?: OtherTime,
): { automatic: readonly FrozenRule[]; block: Block | null } {
  const { rules, waivesSmallTotals } = selected.rules
  const { applied, block } = selectInOrder(
    rules,
    factsOfSelection(selected, lines, other),
    (automatic) => quoteWithRules(lines, selected.currency, { automatic, coupon: [] }).quote,
  )
  return { automatic: withWaiver(applied, waivesSmallTotals), block }
}

function factsOfSelection(
  { eventId, currency, rules, date }: Selected,
  lines: readonly QuoteRequestLine[],
  other?: OtherTime,
): RuleFacts {
  const { eventName, timeZone, now, classes } = rules
  const startsAt = other?.startsAt ?? rules.startsAt
  const day = startsAt ? localDateOf(startsAt, timeZone) : date
  return factsFrom({
    event: { id: eventId, name: eventName, currency, timeZone },
    now,
    classes,
    tickets: lines
      .filter(({ kind }) => kind === 'ticket')
      .map(({ id: typeId, name: typeName, quantity }) => ({ typeId, typeName, quantity })),
    priced: lines,
    dates: day === undefined ? [] : [day],
    startsAt: startsAt ? [startsAt] : [],
  })
}
