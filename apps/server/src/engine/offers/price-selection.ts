import { granted, type Refused, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  type AccessCodeRule,
  accessTo,
  type FeeSet,
  type LineLimits,
  type QuoteRequestLine,
  type TaxRate,
  whyNotOnSale,
} from '@foyer/domain'
import type { LineCode } from '../holds/hold-rules.ts'
import { EVENT_NOT_FOUND, SESSION_NOT_FOUND, SHOP_PAUSED } from '../refusals.ts'
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
} from './offer-rules.ts'
import {
  type OfferRow,
  selectAddOns,
  selectPublishedEvent,
  selectSessionOffers,
  selectTypes,
} from './offers.ts'

type PricingCode = LineCode | 'event_not_found' | 'cart_full' | 'add_on_not_found'

/** What a buyer has chosen, and holds nothing of. */
export interface Selection {
  eventId: string
  date?: string | undefined
  sessionId?: string | undefined
  tickets: readonly { ticketTypeId: string; quantity: number }[]
  addOns: readonly { addOnId: string; quantity: number }[]
  /** The tickets that an upgrade to `tickets` would replace. */
  upgradeFrom?: Selection['tickets'] | undefined
}

export interface PricedSelection {
  currency: string
  tickets: QuoteRequestLine[]
  addOns: QuoteRequestLine[]
  /** The lines of `upgradeFrom`. */
  upgradeFrom: QuoteRequestLine[]
  /** Whether the prices are the same in every session that may still be chosen. */
  isFinal: boolean
  /** The most that a line may have of the first ticket type. */
  firstMaximum: number
}

interface PricedTickets {
  lines: QuoteRequestLine[]
  isFinal: boolean
  firstMaximum: number
}

/** A ticket type with the price that would be charged. */
interface PricedType extends LineLimits {
  name: string
  priceMinor: number
  feeSet: FeeSet | null
  taxRate: TaxRate | null
  /** Whether the price is the same in every session that may still be chosen. */
  isFinal: boolean
}

/** Whether something keeps a whole shop from selling, and what a buyer may open. */
interface Opening {
  isShopStopped: boolean
  /** The access code of the buyer; null without one. */
  code: AccessCodeRule | null
  /** The moment at which it is chosen; by default now. */
  at?: Date | undefined
}

/**
 * Prices the lines of a selection, or refuses what a hold would refuse whatever is left. Discounts are
 * not taken off yet (`engine/rules/judge-selection.ts`).
 */
export async function priceSelection(
  tx: TenantTx,
  selection: Selection,
  { isShopStopped, code, at }: Opening,
): Promise<Result<PricedSelection, PricingCode>> {
  const event = await selectPublishedEvent(tx, selection.eventId)
  if (!event) return EVENT_NOT_FOUND
  const full = tooManyLines(selection.tickets)
  if (full) return full
  if (isShopStopped) return SHOP_PAUSED
  if (event.paused_at) return SALES_PAUSED
  const find = await findTypes(tx, selection, code, at)
  if (!find.ok) return find
  const tickets = priceTypes(find.value, selection.tickets)
  if (!tickets.ok) return tickets
  const upgradeFrom = priceTypes(find.value, selection.upgradeFrom ?? [])
  if (!upgradeFrom.ok) return upgradeFrom
  const addOns = await priceAddOns(tx, selection)
  if (!addOns.ok) return addOns
  return granted({
    currency: event.currency,
    tickets: tickets.value.lines,
    addOns: addOns.value,
    upgradeFrom: upgradeFrom.value.lines,
    isFinal: tickets.value.isFinal && upgradeFrom.value.isFinal,
    firstMaximum: tickets.value.firstMaximum,
  })
}

/** Finds types with their price: in the chosen session, or at their lowest price of the day. */
const findTypes = async (
  tx: TenantTx,
  { eventId, sessionId, date }: Selection,
  code: AccessCodeRule | null,
  at: Date | undefined,
): Promise<Result<FindType, 'session_not_found'>> =>
  sessionId
    ? findInSession(tx, eventId, sessionId, code, at)
    : granted(await findLowest(tx, eventId, date, code))

function priceTypes(
  find: FindType,
  tickets: Selection['tickets'],
): Result<PricedTickets, LineCode> {
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
  at: Date | undefined,
): Promise<Result<FindType, 'session_not_found'>> {
  const rows = await selectSessionOffers(tx, sessionId)
  if (rows[0]?.event_id !== eventId) {
    return SESSION_NOT_FOUND
  }
  const offers = new Map(rows.map((row) => [row.ticket_type_id, row]))
  return granted((id) => priceInSession(id, offers.get(id), code, at))
}

function priceInSession(
  id: string,
  row: OfferRow | undefined,
  code: AccessCodeRule | null,
  at: Date | undefined,
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
  const reason = whyNotOnSale(offer, at ?? row.now, accessTo(code, id))
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
