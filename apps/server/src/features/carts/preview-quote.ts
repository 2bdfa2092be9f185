import { type carts, granted, type Refused, type Result, type ResultOf } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  type AccessCodeRule,
  accessTo,
  belowMinimumOf,
  type FeeSet,
  type LineLimits,
  minimumChargeMinor,
  type Quote,
  type QuoteRequestLine,
  type TaxRate,
  upgradeDifference,
  whyNotOnSale,
} from '@foyer/domain'
import { isShopStopped } from '../../context.ts'
import { presentQuote } from '../../engine/carts/frozen-quote.ts'
import type { LineCode } from '../../engine/holds/hold-rules.ts'
import {
  aboveAddOnMaximum,
  addOnNotOffered,
  type NotOnSaleCode,
  notOnSale,
  opensAtOf,
  SALES_PAUSED,
  tooManyLines,
  typeNotOffered,
  wrongQuantity,
} from '../../engine/offers/offer-rules.ts'
import {
  type OfferRow,
  selectAddOns,
  selectDayOffers,
  selectPublishedEvent,
  selectSessionOffers,
  selectTypes,
} from '../../engine/offers/offers.ts'
import {
  amountTooHigh,
  EVENT_NOT_FOUND,
  ruleBlocked,
  SESSION_NOT_FOUND,
  SHOP_PAUSED,
} from '../../engine/refusals.ts'
import { readEventRules } from '../../engine/rules/preview-rules.ts'
import { codeIdOf, selectOpening } from '../../engine/sales/read-sales.ts'
import type { Call } from '../../http/endpoint.ts'
import { judgeSelection, type PriceSelection } from './judge-selection.ts'

type Preview = ResultOf<typeof carts.previewQuote>
type Selection = Call<typeof carts.previewQuote>['body']

/** A ticket type with the price that would be charged. */
interface PricedType extends LineLimits {
  name: string
  priceMinor: number
  feeSet: FeeSet | null
  taxRate: TaxRate | null
  /** Whether the price is the same in every session that may still be chosen. */
  isFinal: boolean
}

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
    const event = await selectPublishedEvent(tx, body.eventId)
    if (!event) return EVENT_NOT_FOUND
    const full = tooManyLines(body.tickets)
    if (full) return full
    if (isShopStopped(context, tenant)) return SHOP_PAUSED
    if (event.paused_at) return SALES_PAUSED
    const code = await selectOpening(tx, body.eventId, codeId.value)
    const found = await findTypes(tx, body, code)
    if (!found.ok) return found
    const types = priceTypes(found.value, body.tickets)
    if (!types.ok) return types
    const kept = priceTypes(found.value, body.upgradeFrom ?? [])
    if (!kept.ok) return kept
    const addOns = await priceAddOns(tx, body)
    if (!addOns.ok) return addOns
    const lines = [...types.value.lines, ...addOns.value]
    const rules = await readEventRules(tx, body.eventId, body.sessionId)
    const { eventId, date, couponCode } = body
    const { currency } = event
    const judged = await judgeSelection(tx, { eventId, date, currency, rules }, lines, couponCode)
    if (!judged.ok) return judged
    const price = judged.value
    const { quote, block } = price(lines)
    if (block) return ruleBlocked(block)
    const priced = { lines, quote }
    const tooHigh = amountTooHigh(priced.quote.totalMinor, event.currency)
    if (tooHigh) return tooHigh
    const minimum = minimumChargeMinor(event.currency)
    const belowMinimum = belowMinimumOf(
      lines,
      types.value.firstMaximum,
      minimum,
      (wanted) => price(wanted).quote,
    )
    const sessionTotals = body.eachSession
      ? await totalsOf(tx, body, { addOns: addOns.value, code, price })
      : null
    const answer = {
      quote: presentPreview(quote),
      isFinal: types.value.isFinal && kept.value.isFinal,
      ...(belowMinimum && { belowMinimum }),
      ...(sessionTotals && { sessionTotals }),
    }
    if (!body.upgradeFrom) return granted(answer)
    const before = [...kept.value.lines, ...addOns.value]
    const upgrade = upgradeDifference({ lines: before, quote: price(before).quote }, priced)
    return granted({ ...answer, upgrade })
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

/** Finds types with their price: in the chosen session, or at their lowest price of the day. */
const findTypes = async (
  tx: TenantTx,
  { eventId, sessionId, date }: Selection,
  code: AccessCodeRule | null,
): Promise<Result<FindType, 'session_not_found'>> =>
  sessionId
    ? findInSession(tx, eventId, sessionId, code)
    : granted(await findLowest(tx, eventId, date, code))

function priceTypes(
  find: FindType,
  tickets: Selection['tickets'],
): Result<{ lines: QuoteRequestLine[]; isFinal: boolean; firstMaximum: number }, LineCode> {
  const lines: QuoteRequestLine[] = []
  let isFinal = true
  let firstMaximum: number | undefined
  for (const { ticketTypeId, quantity } of tickets) {
    const type = find(ticketTypeId)
    if ('ok' in type) return type
    const wrong = wrongQuantity({ ...type, quantity }, ticketTypeId)
    if (wrong) return wrong
    isFinal &&= type.isFinal
    firstMaximum ??= type.maxQuantity
    const { name, priceMinor: unitPriceMinor, feeSet, taxRate } = type
    lines.push({
      kind: 'ticket',
      id: ticketTypeId,
      name,
      quantity,
      unitPriceMinor,
      feeSet,
      taxRate,
    })
  }
  return granted({ lines, isFinal, firstMaximum: firstMaximum ?? 0 })
}

type FindType = (ticketTypeId: string) => PricedType | Refused<NotOnSaleCode>

async function findInSession(
  tx: TenantTx,
  eventId: string,
  sessionId: string,
  code: AccessCodeRule | null,
): Promise<Result<FindType, 'session_not_found'>> {
  const rows = await selectSessionOffers(tx, sessionId)
  if (rows[0]?.event_id !== eventId) {
    return SESSION_NOT_FOUND
  }
  const offers = new Map(rows.map((row) => [row.ticket_type_id, row]))
  return granted((id) => priceInSession(id, offers.get(id), code))
}

function priceInSession(
  id: string,
  row: OfferRow | undefined,
  code: AccessCodeRule | null,
): PricedType | Refused<NotOnSaleCode> {
  if (!row) return typeNotOffered(id)
  const offer = {
    session: {
      state: row.state,
      isEventPublished: row.is_event_published,
      isPaused: row.is_paused,
      startsAt: row.starts_at,
      salesStartAt: row.sales_start_at,
      salesEndAt: row.sales_end_at,
    },
    isStocked: row.is_stocked,
    isArchived: row.is_archived,
    isHidden: row.is_hidden,
    typeOpensAt: row.type_open_at,
    typeClosesAt: row.type_close_at,
    priceMinor: row.price_minor,
  }
  const reason = whyNotOnSale(offer, row.now, accessTo(code, id))
  if (reason || row.price_minor === null) {
    return notOnSale(reason ?? 'not_priced', id, opensAtOf(offer))
  }
  return {
    name: row.name,
    ...limitsOf(row),
    priceMinor: row.price_minor,
    feeSet: row.fee_set,
    taxRate: row.tax_rate,
    isFinal: true,
  }
}

const limitsOf = (row: Pick<OfferRow, 'max_quantity' | 'min_quantity' | 'quantity_step'>) => ({
  maxQuantity: row.max_quantity,
  minQuantity: row.min_quantity,
  quantityStep: row.quantity_step,
})

async function findLowest(
  tx: TenantTx,
  eventId: string,
  date: string | undefined,
  code: AccessCodeRule | null,
): Promise<FindType> {
  const rows = await selectTypes(tx, { eventId, date, unlocked: code?.typeIds })
  const types = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const row = types.get(id)
    if (!row) return typeNotOffered(id)
    if (row.lowest_minor === null) return notOnSale('not_priced', id)
    return {
      name: row.name,
      ...limitsOf(row),
      priceMinor: row.lowest_minor,
      feeSet: row.fee_set,
      taxRate: row.tax_rate,
      isFinal: row.pricing_mode === 'fixed',
    }
  }
}

async function priceAddOns(
  tx: TenantTx,
  { eventId, addOns }: Selection,
): Promise<Result<QuoteRequestLine[], 'add_on_not_found' | 'quantity_above_maximum'>> {
  if (addOns.length === 0) return granted([])
  const offered = new Map((await selectAddOns(tx, eventId)).map((row) => [row.id, row]))
  const lines: QuoteRequestLine[] = []
  for (const { addOnId, quantity } of addOns) {
    const row = offered.get(addOnId)
    if (!row) return addOnNotOffered(addOnId)
    const { name, max_quantity: maxQuantity, price_minor: unitPriceMinor } = row
    const tooMany = aboveAddOnMaximum({ name, quantity, maxQuantity }, addOnId)
    if (tooMany) return tooMany
    const { fee_set: feeSet, tax_rate: taxRate } = row
    lines.push({ kind: 'addOn', id: addOnId, name, quantity, unitPriceMinor, feeSet, taxRate })
  }
  return granted(lines)
}
