import { granted, type Refused, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  type EventCategory,
  IMPORTANT_INFORMATION_LIMITS,
  isPlainText,
  typographic,
} from '@foyer/domain'
import { newId } from '../../../adapters/ids.ts'
import { EVENT_NOT_FOUND, invalidField } from '../../../engine/refusals.ts'
import { leaveRooms } from './edit-rooms.ts'
import { type EventFacts, storeEventFacts, wrongEventFact } from './facts.ts'
import { FEE_SET_NOT_FOUND, isEmpty, lockStockOf, missingIn, VENUE_NOT_FOUND } from './rows.ts'

export interface EventDetails extends EventFacts {
  name: string
  description?: string | null | undefined
  category?: EventCategory | undefined
  /** For all its ticket types that have no fee set of their own. */
  feeSetId?: string | null | undefined
  /** Lower-case ISO 4217; the tenant's currency by default. */
  currency?: string | undefined
  /** Whether buyers choose a time after the day. */
  isTimedEntry?: boolean | undefined
  /** Whether the calendar shows all days in a row; otherwise it shows a month at a time. */
  isContinuousCalendar?: boolean | undefined
  /** Whether dates show how much more they cost than the cheapest. */
  isPriceDifferenceShown?: boolean | undefined
  /** An event that is not published is neither shown nor sold. */
  isPublished?: boolean | undefined
  /**
   * What buyers have to know, a line each, on the page of the order, in its mail and on each ticket.
   * Null for the default lines, an empty list for none.
   */
  importantInformation?: readonly string[] | null | undefined
}

/**
 * Creates an event with the group that its ticket types are listed in. A call with the id of an
 * existing event adds what it has none of yet, and changes nothing.
 */
export async function createEvent(
  tx: TenantTx,
  tenantId: number,
  {
    id = newId(),
    venueId,
    group,
    ...event
  }: EventDetails & { id?: string; venueId: string; group?: { id?: string; name?: string } },
): Promise<
  Result<
    { eventId: string; groupId: string },
    'venue_not_found' | 'fee_set_not_found' | 'validation_failed'
  >
> {
  const wrong = whatIsWrongWith(event)
  if (wrong) return wrong
  if ((await missingIn(tx, 'venues', [venueId])).length > 0) return VENUE_NOT_FOUND
  if ((await missingIn(tx, 'fee_sets', [event.feeSetId])).length > 0) return FEE_SET_NOT_FOUND
  const groupId = group?.id ?? newId()
  await tx
    .insertInto('events')
    .values({
      tenant_id: tenantId,
      id,
      venue_id: venueId,
      name: typographic(event.name),
      fee_set_id: event.feeSetId ?? null,
      description: typographic(event.description ?? null),
      currency: event.currency,
      ...columnsOf(event),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await storeEventFacts(tx, { tenantId, eventId: id, isNew: true }, event)
  await tx
    .insertInto('ticket_groups')
    .values({ tenant_id: tenantId, id: groupId, event_id: id, name: group?.name ?? 'Tickets' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return granted({ eventId: id, groupId })
}

/**
 * Says why an event, whose row is locked, cannot take place at another venue; null if it can. The days of
 * its sessions follow from the venue's time zone. The lock on the new venue keeps that time zone
 * (changeVenue).
 */
async function whyNotAt(
  tx: TenantTx,
  eventId: string,
  { from, to }: { from: string; to: string },
): Promise<Refused<'venue_not_found' | 'venue_in_use'> | null> {
  const venues = await tx
    .selectFrom('venues')
    .select(['id', 'timezone'])
    .where('id', 'in', [from, to])
    .orderBy('id')
    .forShare()
    .execute()
  const zoneOf = (venueId: string) => venues.find(({ id }) => id === venueId)?.timezone
  if (zoneOf(to) === undefined) return VENUE_NOT_FOUND
  if (zoneOf(to) === zoneOf(from)) return null
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirst()
  if (!session) return null
  return refused(
    'venue_in_use',
    'This event has sessions already, and the other venue is in another time zone. Duplicate the event for that venue.',
  )
}

/**
 * Changes the fields that are given. The currency cannot change once tickets are held or sold:
 * prices are stored as numbers, which would then mean other amounts.
 */
export async function changeEvent(
  tx: TenantTx,
  eventId: string,
  { venueId, ...change }: Partial<EventDetails> & { venueId?: string | undefined },
): Promise<
  Result<
    null,
    | 'event_not_found'
    | 'venue_not_found'
    | 'venue_in_use'
    | 'fee_set_not_found'
    | 'currency_in_use'
    | 'validation_failed'
  >
> {
  const wrong = whatIsWrongWith(change)
  if (wrong) return wrong
  const event = await tx
    .selectFrom('events')
    .select(['tenant_id', 'currency', 'venue_id'])
    .where('id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()
  if (!event) return EVENT_NOT_FOUND
  if (venueId !== undefined && venueId !== event.venue_id) {
    const refusal = await whyNotAt(tx, eventId, { from: event.venue_id, to: venueId })
    if (refusal) return refusal
  }
  if ((await missingIn(tx, 'fee_sets', [change.feeSetId])).length > 0) return FEE_SET_NOT_FOUND
  const { currency } = change
  if (currency !== undefined && currency !== event.currency && (await isTaken(tx, eventId))) {
    return refused(
      'currency_in_use',
      'Tickets of this event are held or sold already, so its currency stays as it is.',
    )
  }
  const columns = {
    name: typographic(change.name),
    description: typographic(change.description),
    fee_set_id: change.feeSetId,
    currency,
    venue_id: venueId,
    ...columnsOf(change),
  }
  if (!isEmpty(columns)) {
    await tx.updateTable('events').set(columns).where('id', '=', eventId).execute()
    if (venueId !== undefined && venueId !== event.venue_id) await leaveRooms(tx, eventId)
  }
  await storeEventFacts(tx, { tenantId: event.tenant_id, eventId, isNew: false }, change)
  return granted(null)
}

const columnsOf = (event: Partial<EventDetails>) => ({
  category: event.category,
  is_timed_entry: event.isTimedEntry,
  use_continuous_calendar: event.isContinuousCalendar,
  show_price_difference: event.isPriceDifferenceShown,
  is_published: event.isPublished,
  important_information:
    event.importantInformation === null
      ? null
      : event.importantInformation?.map((line) => typographic(line.trim())),
})

/** Checks what the table's types do not: the lines of important information, and the facts. */
function whatIsWrongWith({
  importantInformation: lines,
  ...facts
}: Partial<EventDetails>): Refused<'validation_failed'> | null {
  if (!lines) return wrongEventFact(facts)
  const { lines: most, characters } = IMPORTANT_INFORMATION_LIMITS
  const wrong = (message: string) => invalidField('importantInformation', message)
  if (lines.length > most) return wrong(`at most ${most} lines`)
  for (const line of lines) {
    const { length } = line.trim()
    if (length === 0 || length > characters) {
      return wrong(`each line has 1 to ${characters} characters`)
    }
    if (!isPlainText(line)) return wrong('each line is plain text without control characters')
  }
  return wrongEventFact(facts)
}

/** Whether anything of an event is held or sold; no hold is granted before this transaction ends. */
const isTaken = async (tx: TenantTx, eventId: string): Promise<boolean> =>
  (await lockStockOf(tx, eventId)).some(({ taken }) => taken > 0)
