import type { AddOnView, EventView, TicketTypeView } from '@foyer/contract'
import {
  type AccessCodeRule,
  aboveLowest,
  accessTo,
  allInMinor,
  dateStatusOf,
  formatTime,
  imagePath,
  knownZone,
  sizeWithin,
  squarePicturePath,
  toMajor,
  typeSalesPhaseOf,
  WHOLE_PICTURE,
  wholePicturePath,
} from '@foyer/domain'
import type { AddOnRow, TypeRow } from '../../engine/offers/offers.ts'
import { statusByLast } from './last-session.ts'
import type { EventRow, FeeSetRow, TicketGroupRow } from './queries.ts'

/** An event's row as the contract's view. */
export function presentEvent(row: EventRow): EventView {
  const { currency } = row
  const timeZone = knownZone(row.timezone)
  const last = row.last && new Date(row.last.startsAt)
  const start = last ?? row.next_open ?? row.next_start ?? row.last_start
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    date: start?.toISOString() ?? null,
    startTime: start ? formatTime(start.toISOString(), timeZone) : null,
    location: [row.venue_name, row.city, row.state].filter(Boolean).join(', '),
    imageUrl: imagePath(row.id, row.picture_hash),
    picture: row.picture_alt === null ? null : { alt: row.picture_alt },
    staticPrice: row.lowest_minor === null ? null : toMajor(row.lowest_minor, currency),
    fromAllInMinor: row.lowest_all_in_minor,
    currency,
    priceLibraryId: null,
    isTimedEntry: row.is_timed_entry,
    useContinuousCalendar: row.use_continuous_calendar,
    calendarStartDate: row.first_date,
    calendarEndDate: row.last_date,
    showPriceDifference: row.show_price_difference,
    status:
      row.session_count === 0
        ? statusByLast(row)
        : dateStatusOf(row.room, row.capacity, {
            isOnSale: row.is_on_sale,
            isOpening: row.is_opening,
            hasPrice: row.lowest_minor !== null,
          }),
    ...(row.moved_from && { movedFrom: row.moved_from.toISOString() }),
    sessionCount: row.session_count,
    venueId: row.venue_id,
    venue_name: row.venue_name,
    venue_city: row.city,
    venue_state: row.state,
    venue_address: row.street_address,
    venue_postal_code: row.postal_code,
    venue_country: row.country,
    venue_timezone: timeZone,
    venue_picture: presentVenuePicture(row.venue_picture),
    fee_set_id: row.fee_set_id,
  }
}

/** The same, with the other spellings of the venue's fields, which the event by itself has. */
export const presentEventDetail = (row: EventRow) => ({
  ...presentEvent(row),
  venueName: row.venue_name,
  venueCity: row.city,
  venueState: row.state,
})

const presentVenuePicture = (picture: EventRow['venue_picture']): EventView['venue_picture'] =>
  picture && {
    url: wholePicturePath(picture.hash),
    alt: picture.alt,
    ...sizeWithin(WHOLE_PICTURE, picture),
  }

/** Ticket types that are compared with each other: those of an event or of a group. */
export function presentTicketTypes(
  rows: readonly TypeRow[],
  code: AccessCodeRule | null = null,
): TicketTypeView[] {
  const types = rows.map((row) => presentTicketType(row, code))
  const differences = aboveLowest(types.map((type) => type.allInMinor))
  // A single group says nothing.
  const hasHeadings = new Set(rows.map((row) => row.group_id)).size > 1
  return types.map((type, index) => ({
    ...type,
    groupName: hasHeadings ? (rows[index]?.group_name ?? null) : null,
    moreMinor: differences[index] ?? null,
  }))
}

const presentTicketType = (row: TypeRow, code: AccessCodeRule | null) => ({
  id: row.id,
  groupId: row.group_id,
  eventId: row.event_id,
  name: row.name,
  description: row.description,
  price: row.pricing_mode === 'fixed' ? toMajor(row.price_minor, row.currency) : 0,
  allInMinor:
    row.lowest_minor === null ? null : allInMinor(row.lowest_minor, row.fee_set, row.tax_rate),
  quantity: row.max_quantity,
  lowestPriceMinor: row.lowest_minor,
  maxQuantity: row.max_quantity,
  ...(row.places > 1 && { places: row.places }),
  ...(row.min_quantity > 1 && { minQuantity: row.min_quantity }),
  ...(row.quantity_step > 1 && { quantityStep: row.quantity_step }),
  ...presentTypeSale(row, code),
  displayPrice: row.display_price,
  isArchived: false,
  fee_set_id: row.own_fee_set_id,
  pricing_mode: row.pricing_mode,
  image_url: row.picture_hash === null ? null : squarePicturePath(row.picture_hash),
})

/** Says of a type that is out of its own window when it is sold; nothing for any other type. */
function presentTypeSale(row: TypeRow, code: AccessCodeRule | null) {
  const opensAt = accessTo(code, row.id).opensEarly ? null : row.sales_open_at
  const sale = typeSalesPhaseOf({ opensAt, closesAt: row.sales_close_at }, row.now)
  if (!sale) return {}
  return { sale: { state: sale.state, opensAt: sale.opensAt?.toISOString() ?? null } }
}

export const presentAddOn = (row: AddOnRow, currency: string): AddOnView => ({
  id: row.id,
  eventId: row.event_id,
  name: row.name,
  description: row.description,
  price: toMajor(row.price_minor, currency),
  allInMinor: allInMinor(row.price_minor, row.fee_set, row.tax_rate),
  maxQuantity: row.max_quantity,
  availableCount: row.room,
})

export const presentTicketGroup = (row: TicketGroupRow) => ({
  id: row.id,
  eventId: row.event_id,
  name: row.name,
  description: row.description,
  isArchived: row.is_archived,
})

/**
 * A fee set has no currency of its own: a flat fee is an amount in the currency of the event that it
 * is used for.
 */
export function presentFeeSet(row: FeeSetRow, ofTenant: string) {
  const [first = ofTenant] = row.currencies
  const currency = row.currencies.includes(ofTenant) ? ofTenant : first
  return {
    id: row.id,
    name: row.name,
    is_active: row.is_active,
    fee_type: row.fee_type,
    fee_amount: row.fee_type === 'flat' ? toMajor(row.flat_minor, currency) : row.rate_ppm / 10_000,
    currency,
  }
}
