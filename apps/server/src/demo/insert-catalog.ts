import type { TenantTx } from '@foyer/db'
import { idOf } from './demo-ids.ts'
import type { DemoEvent, DemoTenant } from './demo-types.ts'

/** Venues and fee sets, those that are missing. */
export async function insertPlaces(
  tx: TenantTx,
  tenant_id: number,
  tenant: DemoTenant,
): Promise<void> {
  const venues = Object.entries(tenant.venues).map(([key, venue]) => ({
    tenant_id,
    id: idOf(tenant.slug, 'venue', key),
    name: venue.name,
    street_address: venue.street,
    city: venue.city,
    state: venue.state,
    postal_code: venue.postalCode,
    country: venue.country ?? 'US',
    timezone: venue.timeZone,
  }))
  await tx
    .insertInto('venues')
    .values(venues)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const feeSets = Object.entries(tenant.feeSets).map(([key, fee]) => ({
    tenant_id,
    id: idOf(tenant.slug, 'fee', key),
    name: fee.name,
    is_active: fee.isActive ?? true,
    ...('flatMinor' in fee
      ? { fee_type: 'flat' as const, flat_minor: fee.flatMinor }
      : { fee_type: 'percentage' as const, rate_ppm: Math.round(fee.percent * 10_000) }),
  }))
  await tx
    .insertInto('fee_sets')
    .values(feeSets)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** An event with its group, types and add-ons. */
export async function insertEvent(
  tx: TenantTx,
  tenant_id: number,
  tenant: DemoTenant,
  event: DemoEvent,
): Promise<void> {
  const event_id = idOf(tenant.slug, event.key)
  const group_id = idOf(tenant.slug, event.key, 'group')
  const feeId = (key: string | undefined) => (key ? idOf(tenant.slug, 'fee', key) : null)
  await tx
    .insertInto('events')
    .values({
      tenant_id,
      id: event_id,
      venue_id: idOf(tenant.slug, 'venue', event.venue),
      fee_set_id: feeId(event.feeSet),
      name: event.name,
      description: event.description,
      category: event.category,
      is_timed_entry: event.timedEntry ?? false,
      show_price_difference: event.showPriceDifference ?? false,
      use_continuous_calendar: !event.monthCalendar,
    })
    .execute()
  await tx
    .insertInto('ticket_groups')
    .values({ tenant_id, id: group_id, event_id, name: event.group ?? 'Tickets' })
    .execute()
  await tx
    .insertInto('ticket_types')
    .values(
      event.types.map((type, position) => ({
        tenant_id,
        id: idOf(tenant.slug, event.key, 'type', position),
        event_id,
        group_id,
        fee_set_id: feeId(type.feeSet),
        name: type.name,
        description: type.description ?? null,
        position,
        display_price: type.displayPrice ?? null,
        ...(type.max ? { max_quantity: type.max } : {}),
        ...(typeof type.price === 'number'
          ? { pricing_mode: 'fixed' as const, price_minor: type.price }
          : { pricing_mode: 'dynamic' as const }),
      })),
    )
    .execute()
  const addOns = (event.addOns ?? []).map((addOn, position) => ({
    ...addOn,
    id: idOf(tenant.slug, event.key, 'add-on', position),
  }))
  if (addOns.length === 0) return
  await tx
    .insertInto('add_ons')
    .values(
      addOns.map((addOn, position) => ({
        tenant_id,
        id: addOn.id,
        event_id,
        name: addOn.name,
        description: addOn.description ?? null,
        position,
        price_minor: addOn.price,
        ...(addOn.max ? { max_quantity: addOn.max } : {}),
      })),
    )
    .execute()
  const stock = addOns.flatMap(({ id, capacity }) =>
    capacity ? [{ tenant_id, session_id: id, pool_id: id, add_on_id: id, capacity }] : [],
  )
  if (stock.length > 0) await tx.insertInto('stock').values(stock).execute()
}
