import { grantedValue } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  addDays,
  type ChangePolicy,
  type EventCategory,
  instantOf,
  localDateOf,
} from '@foyer/domain'
import {
  changeTicketGroup,
  createAddOn,
  createEvent,
  createFeeSet,
  createSessions,
  createTaxRate,
  createTicketType,
  createVenue,
  type Fee,
  setEventPolicy,
  setWaiverText,
} from '@foyer/server/catalog-editing'

export interface EventPlan {
  tenantId?: number
  name?: string
  description?: string
  category?: EventCategory
  /** The session's total; null means unlimited. 100 by default. */
  capacity?: number | null
  /** Number of sessions, one per hour from 10:00 on, `inDays` days from today. */
  sessions?: number
  inDays?: number
  timeZone?: string
  /** A venue that was built before; one of its own otherwise. */
  venueId?: string | undefined
  isTimedEntry?: boolean
  /** The tenant's by default. */
  currency?: string
  types?: readonly TypePlan[]
  /** How many places its types share in each session; they share none by default. */
  shared?: number
  fee?: Fee & FeeTerms
  /** The tax rate of its types and add-ons; none by default. */
  tax?: TaxPlan
  addOns?: readonly AddOnPlan[]
  /** Its rules for changes by buyers; the tenant's or the default ones otherwise. */
  changePolicy?: Partial<ChangePolicy>
  /** The text of its waiver; none by default. */
  waiver?: string
}

interface FeeTerms {
  isAbsorbed?: boolean
  tax?: TaxPlan
}

interface TaxPlan {
  name?: string
  ratePpm: number
  isInclusive: boolean
}

interface TypePlan {
  name?: string
  priceMinor?: number
  /** The type takes its price from the session; null means not priced yet. */
  dynamicMinor?: number | null
  max?: number
  capacity?: number
  /** How many people one ticket admits; 1 by default. */
  places?: number
}

interface AddOnPlan {
  name?: string
  priceMinor: number
  max?: number
  /** The stock for the whole event; unlimited by default. */
  capacity?: number
  fee?: Fee & FeeTerms
}

export interface BuiltEvent {
  tenantId: number
  venueId: string
  eventId: string
  sessionIds: string[]
  typeIds: string[]
  /** The group of all its types. */
  groupId: string
  addOnIds: string[]
  date: string
  /** Ids of the first of each, for tests that need only one. */
  sessionId: string
  typeId: string
}

/**
 * Creates an event with a venue, a group, types, sessions and their stock, through the use cases of
 * the product.
 */
export async function buildEvent(
  tx: TenantTx,
  tenantId: number,
  plan: EventPlan,
): Promise<BuiltEvent> {
  const timeZone = plan.timeZone ?? 'America/New_York'
  const types = plan.types ?? [{}]
  const venueId =
    plan.venueId ??
    grantedValue(await createVenue(tx, tenantId, { name: 'Test Hall', city: 'New York', timeZone }))
  const taxRateOf = async ({ name = 'Tax', ...rate }: TaxPlan) =>
    grantedValue(
      await createTaxRate(tx, tenantId, { name, ...rate, isDefault: false, isArchived: false }),
    )
  const feeSetOf = async ({ isAbsorbed, tax, ...fee }: Fee & FeeTerms) => {
    const taxRateId = tax ? await taxRateOf(tax) : null
    const details = { name: 'Service fee', fee, isAbsorbed, taxRateId }
    return grantedValue(await createFeeSet(tx, tenantId, details))
  }
  const feeSetId = plan.fee ? await feeSetOf(plan.fee) : null
  const taxRateId = plan.tax ? await taxRateOf(plan.tax) : null
  const { eventId, groupId } = grantedValue(
    await createEvent(tx, tenantId, {
      venueId,
      feeSetId,
      name: plan.name ?? 'Test Night',
      description: plan.description ?? null,
      category: plan.category ?? 'music',
      currency: plan.currency,
      isTimedEntry: plan.isTimedEntry,
    }),
  )
  if (plan.changePolicy) {
    grantedValue(await setEventPolicy(tx, tenantId, { eventId, policy: plan.changePolicy }))
  }
  if (plan.waiver) {
    grantedValue(await setWaiverText(tx, tenantId, { eventId, text: plan.waiver }))
  }
  if (plan.shared !== undefined) {
    grantedValue(await changeTicketGroup(tx, groupId, { capacity: plan.shared }))
  }
  const typeIds: string[] = []
  for (const [position, type] of types.entries()) {
    const created = await createTicketType(tx, tenantId, {
      eventId,
      groupId,
      name: type.name ?? `Type ${position + 1}`,
      position,
      price: type.dynamicMinor === undefined ? { minor: type.priceMinor ?? 3000 } : 'per session',
      maxQuantity: type.max ?? 8,
      places: type.places,
      taxRateId,
    })
    typeIds.push(grantedValue(created))
  }
  const addOnIds: string[] = []
  for (const [position, addOn] of (plan.addOns ?? []).entries()) {
    const created = await createAddOn(tx, tenantId, {
      eventId,
      name: addOn.name ?? `Add-on ${position + 1}`,
      position,
      priceMinor: addOn.priceMinor,
      maxQuantity: addOn.max ?? 10,
      capacity: addOn.capacity ?? null,
      feeSetId: addOn.fee ? await feeSetOf(addOn.fee) : null,
      taxRateId,
    })
    addOnIds.push(grantedValue(created))
  }
  const date = addDays(localDateOf(new Date(), timeZone), plan.inDays ?? 7)
  const sessions = Array.from({ length: plan.sessions ?? 1 }, (_, index) => {
    const startsAt = instantOf(date, (10 + index) * 60, timeZone)
    return {
      startsAt,
      endsAt: new Date(startsAt.getTime() + 3_600_000),
      displayName: 'Test session',
      capacity: plan.capacity === undefined ? 100 : plan.capacity,
      types: types.map(({ capacity = null, dynamicMinor }, position) => ({
        ticketTypeId: typeIds[position] ?? '',
        capacity,
        ...(dynamicMinor === undefined ? {} : { priceMinor: dynamicMinor }),
      })),
    }
  })
  const sessionIds = grantedValue(await createSessions(tx, tenantId, eventId, sessions))
  return {
    tenantId,
    venueId,
    eventId,
    sessionIds,
    typeIds,
    groupId,
    addOnIds,
    date,
    sessionId: sessionIds[0] ?? '',
    typeId: typeIds[0] ?? '',
  }
}
