import { randomUUID } from 'node:crypto'
import { addDays, type EventCategory, instantOf, localDateOf } from '@foyer/domain'
import type pg from 'pg'
import { type BuiltCoupon, buildCoupon, type CouponPlan } from './build-coupon.ts'

export interface BuiltTenant {
  tenantId: number
  slug: string
}

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

/** Writes rows straight into a test's database and invents the parents they need. */
export class Builder {
  readonly #pool: pg.Pool
  #tenants = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async tenant(plan: { slug?: string; isDefault?: boolean } = {}): Promise<BuiltTenant> {
    this.#tenants += 1
    const slug = plan.slug ?? `tenant-${this.#tenants}`
    const { rows } = await this.#pool.query(
      `insert into tenants (slug, is_default, name, hue, support_email)
       values ($1, $2, $1, 75, 'help@example.com') returning tenant_id`,
      [slug, plan.isDefault ?? false],
    )
    return { tenantId: rows[0].tenant_id, slug }
  }

  /** An event with a venue, a group, types, sessions and their stock. */
  async event(plan: EventPlan = {}): Promise<BuiltEvent> {
    const tenantId = plan.tenantId ?? 1
    const timeZone = plan.timeZone ?? 'America/New_York'
    const types = plan.types ?? [{}]
    const [venueId, eventId, groupId, feeId] = [1, 2, 3, 4].map(() => randomUUID())
    const insert = (table: string, row: Record<string, unknown>) =>
      this.#insert(table, tenantId, row)

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
    const sessionIds = await this.#sessions(plan, {
      tenantId,
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

  /** A coupon that takes 10 % off any ticket, once, unless told. */
  coupon(plan: CouponPlan = {}): Promise<BuiltCoupon> {
    return buildCoupon((table, row) => this.#insert(table, plan.tenantId ?? 1, row), plan)
  }

  async #sessions(
    plan: EventPlan,
    at: {
      tenantId: number
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
      await this.#insert('sessions', at.tenantId, {
        id,
        event_id: at.eventId,
        starts_at: startsAt,
        ends_at: new Date(startsAt.getTime() + 3_600_000),
        local_date: at.date,
        display_name: 'Test session',
      })
      const capacity = plan.capacity === undefined ? 100 : plan.capacity
      await this.#insert('stock', at.tenantId, { session_id: id, pool_id: id, capacity })
      for (const [position, type] of at.types.entries()) {
        const typeId = at.typeIds[position]
        const pool = { session_id: id, pool_id: typeId, capacity: type.capacity ?? null }
        await this.#insert('stock', at.tenantId, pool)
        if (!type.dynamicMinor) continue
        const price = { session_id: id, ticket_type_id: typeId, price_minor: type.dynamicMinor }
        await this.#insert('session_prices', at.tenantId, price)
      }
    }
    return ids
  }

  async #insert(table: string, tenantId: number, row: Record<string, unknown>): Promise<void> {
    const columns = ['tenant_id', ...Object.keys(row)]
    const values = [tenantId, ...Object.values(row)]
    const slots = values.map((_, index) => `$${index + 1}`)
    // Forced row security binds the owner as well; a superuser passes, any other account needs this.
    const client = await this.#pool.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)])
      await client.query(
        `insert into ${table} (${columns.join(', ')}) values (${slots.join(', ')})`,
        values,
      )
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}
