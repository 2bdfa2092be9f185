import { randomUUID } from 'node:crypto'
import { addDays, type EventCategory, instantOf, localDateOf } from '@foyer/domain'

/** Writes a row of one tenant. */
export type Insert = (table: string, row: Record<string, unknown>) => Promise<void>

export interface EventPlan {
  tenantId?: number
  name?: string
  category?: EventCategory
  /** The session's total; null: without limit. 100 unless told. */
  capacity?: number | null
  /** How many sessions, an hour apart from 10:00 on, `inDays` from today. */
  sessions?: number
  inDays?: number
  timeZone?: string
  isTimedEntry?: boolean
  /** The tenant's unless given. */
  currency?: string
  types?: readonly TypePlan[]
  fee?: { flatMinor: number } | { ratePpm: number }
  addOns?: readonly AddOnPlan[]
}

export interface TypePlan {
  name?: string
  priceMinor?: number
  /** Takes its price from the session; null: not priced yet. */
  dynamicMinor?: number | null
  max?: number
  capacity?: number
}

export interface AddOnPlan {
  name?: string
  priceMinor: number
  max?: number
  /** How many there are for the whole event; without limit unless told. */
  capacity?: number
}

export interface BuiltEvent {
  tenantId: number
  eventId: string
  sessionIds: string[]
  typeIds: string[]
  addOnIds: string[]
  date: string
  /** The first of each, for tests that need but one. */
  sessionId: string
  typeId: string
}

/** An event with a venue, a group, types, sessions and their stock. */
export async function buildEvent(
  insert: Insert,
  tenantId: number,
  plan: EventPlan,
): Promise<BuiltEvent> {
  const timeZone = plan.timeZone ?? 'America/New_York'
  const types = plan.types ?? [{}]
  const [venueId, eventId, groupId, feeId] = [1, 2, 3, 4].map(() => randomUUID())

  await insert('venues', { id: venueId, name: 'Test Hall', city: 'New York', timezone: timeZone })
  if (plan.fee) {
    const isFlat = 'flatMinor' in plan.fee
    await insert('fee_sets', {
      id: feeId,
      name: 'Service fee',
      fee_type: isFlat ? 'flat' : 'percentage',
      ...('flatMinor' in plan.fee
        ? { flat_minor: plan.fee.flatMinor }
        : { rate_ppm: plan.fee.ratePpm }),
    })
  }
  await insert('events', {
    id: eventId,
    venue_id: venueId,
    fee_set_id: plan.fee ? feeId : null,
    name: plan.name ?? 'Test Night',
    category: plan.category ?? 'music',
    ...(plan.currency ? { currency: plan.currency } : {}),
    is_timed_entry: plan.isTimedEntry ?? false,
  })
  await insert('ticket_groups', { id: groupId, event_id: eventId, name: 'Tickets' })
  const typeIds = types.map(() => randomUUID())
  for (const [position, type] of types.entries()) {
    await insert('ticket_types', {
      id: typeIds[position],
      event_id: eventId,
      group_id: groupId,
      name: type.name ?? `Type ${position + 1}`,
      position,
      pricing_mode: type.dynamicMinor === undefined ? 'fixed' : 'dynamic',
      price_minor: type.priceMinor ?? 3000,
      max_quantity: type.max ?? 8,
    })
  }
  const addOnIds = (plan.addOns ?? []).map(() => randomUUID())
  for (const [position, addOn] of (plan.addOns ?? []).entries()) {
    await insert('add_ons', {
      id: addOnIds[position],
      event_id: eventId,
      name: addOn.name ?? `Add-on ${position + 1}`,
      position,
      price_minor: addOn.priceMinor,
      max_quantity: addOn.max ?? 10,
    })
    const id = addOnIds[position]
    const { capacity } = addOn
    if (capacity === undefined) continue
    await insert('stock', { session_id: id, pool_id: id, add_on_id: id, capacity })
  }
  const date = addDays(localDateOf(new Date(), timeZone), plan.inDays ?? 7)
  const sessionIds = await buildSessions(insert, plan, {
    eventId,
    typeIds,
    types,
    date,
    timeZone,
  })
  return {
    tenantId,
    eventId: eventId ?? '',
    sessionIds,
    typeIds,
    addOnIds,
    date,
    sessionId: sessionIds[0] ?? '',
    typeId: typeIds[0] ?? '',
  }
}

async function buildSessions(
  insert: Insert,
  plan: EventPlan,
  at: {
    eventId: string | undefined
    typeIds: string[]
    types: readonly TypePlan[]
    date: string
    timeZone: string
  },
): Promise<string[]> {
  const ids = Array.from({ length: plan.sessions ?? 1 }, () => randomUUID())
  for (const [index, id] of ids.entries()) {
    const startsAt = instantOf(at.date, (10 + index) * 60, at.timeZone)
    await insert('sessions', {
      id,
      event_id: at.eventId,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 3_600_000),
      local_date: at.date,
      display_name: 'Test session',
    })
    const capacity = plan.capacity === undefined ? 100 : plan.capacity
    await insert('stock', { session_id: id, pool_id: id, capacity })
    for (const [position, type] of at.types.entries()) {
      const typeId = at.typeIds[position]
      const pool = { session_id: id, pool_id: typeId, capacity: type.capacity ?? null }
      await insert('stock', pool)
      if (type.dynamicMinor === undefined || type.dynamicMinor === null) continue
      const price = { session_id: id, ticket_type_id: typeId, price_minor: type.dynamicMinor }
      await insert('session_prices', price)
    }
  }
  return ids
}
