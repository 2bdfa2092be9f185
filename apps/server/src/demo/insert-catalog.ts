import { grantedValue } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  createAddOn,
  createEvent,
  createFeeSet,
  createTicketType,
  createVenue,
  setEventPolicy,
  setWaiverText,
} from '../features/catalog/editing/index.ts'
import { idOf } from './demo-ids.ts'
import type { DemoEvent, DemoTenant } from './demo-types.ts'

/** Inserts the venues and fee sets that are missing. */
export async function insertVenuesAndFees(
  tx: TenantTx,
  tenantId: number,
  tenant: DemoTenant,
): Promise<void> {
  for (const [key, { street, country = 'US', at, ...venue }] of Object.entries(tenant.venues)) {
    const id = idOf(tenant.slug, 'venue', key)
    const coordinates = at && { latitude: at[0], longitude: at[1] }
    const details = { ...venue, streetAddress: street, country, coordinates }
    grantedValue(await createVenue(tx, tenantId, { id, ...details }))
  }
  for (const [key, { name, isActive, ...fee }] of Object.entries(tenant.feeSets)) {
    const id = idOf(tenant.slug, 'fee', key)
    const rate = 'flatMinor' in fee ? fee : { ratePpm: Math.round(fee.percent * 10_000) }
    grantedValue(await createFeeSet(tx, tenantId, { id, name, isActive, fee: rate }))
  }
}

/** Inserts an event with its group, types and add-ons. */
export async function insertEvent(
  tx: TenantTx,
  tenantId: number,
  tenant: DemoTenant,
  event: DemoEvent,
): Promise<void> {
  const feeId = (key: string | undefined) => (key ? idOf(tenant.slug, 'fee', key) : null)
  const { eventId, groupId } = grantedValue(
    await createEvent(tx, tenantId, {
      id: idOf(tenant.slug, event.key),
      venueId: idOf(tenant.slug, 'venue', event.venue),
      feeSetId: feeId(event.feeSet),
      currency: event.currency,
      name: event.name,
      description: event.description,
      category: event.category,
      isTimedEntry: event.timedEntry,
      isPriceDifferenceShown: event.showPriceDifference,
      isContinuousCalendar: !event.monthCalendar,
      importantInformation: event.importantInformation,
      story: event.story,
      doorsMinutes: event.doorsMinutes,
      minimumAge: event.minimumAge,
      ageNote: event.ageNote,
      accessNotes: event.accessNotes,
      lineUp: event.lineUp?.map((entry) => ({ role: null, time: null, ...entry })),
      group: { id: idOf(tenant.slug, event.key, 'group'), name: event.group ?? 'Tickets' },
    }),
  )
  if (event.waiver) {
    grantedValue(await setWaiverText(tx, tenantId, { eventId, text: event.waiver }))
  }
  if (event.changePolicy) {
    const policy = event.changePolicy
    grantedValue(await setEventPolicy(tx, tenantId, { eventId, policy }))
  }
  for (const [position, type] of event.types.entries()) {
    grantedValue(
      await createTicketType(tx, tenantId, {
        id: idOf(tenant.slug, event.key, 'type', position),
        eventId,
        groupId,
        name: type.name,
        description: type.description,
        position,
        price: typeof type.price === 'number' ? { minor: type.price } : 'per session',
        maxQuantity: type.max,
        displayPrice: type.displayPrice,
        feeSetId: feeId(type.feeSet),
      }),
    )
  }
  for (const [position, addOn] of (event.addOns ?? []).entries()) {
    grantedValue(
      await createAddOn(tx, tenantId, {
        id: idOf(tenant.slug, event.key, 'add-on', position),
        eventId,
        name: addOn.name,
        description: addOn.description,
        position,
        priceMinor: addOn.price,
        maxQuantity: addOn.max,
        capacity: addOn.capacity ?? null,
      }),
    )
  }
}
