import { granted, type ResultOf, refused, type sales } from '@foyer/contract'
import { ICalAlarmType, ICalCalendar, ICalCalendarMethod } from 'ical-generator'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { selectEventSale } from '../../../engine/sales/read-sales.ts'
import type { Call } from '../../../http/endpoint.ts'
import { siteOf } from '../../../tenant-registry.ts'

const REMIND_SECONDS = 10 * 60
const LASTS_MILLISECONDS = 15 * 60_000

const NOTHING_AHEAD = refused('sales_closed', 'No start of sales is planned for this event.')

/** An entry of a calendar at the start of an event's sales. Its time is UTC, so it is right everywhere. */
export const saleReminder = ({
  context,
  tenant,
  params: { eventId },
}: Call<typeof sales.getSaleReminder>): Promise<ResultOf<typeof sales.getSaleReminder>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const event = await tx
      .selectFrom('events')
      .select('name')
      .where('id', '=', eventId)
      .where('is_published', '=', true)
      .executeTakeFirst()
    if (!event) return EVENT_NOT_FOUND
    const sale = await selectEventSale(tx, eventId)
    if (!sale?.opensAt) return NOTHING_AHEAD
    const start = new Date(sale.opensAt)
    const site = siteOf(context.origin(), tenant)
    const url = `${site}/events-api/${eventId}`
    const calendar = new ICalCalendar({
      prodId: { company: 'Foyer', product: 'Sales', language: 'EN' },
      method: ICalCalendarMethod.PUBLISH,
    })
    const entry = calendar.createEvent({
      // One entry for each event: a file that is opened after a change of the time replaces it.
      id: `sale-${eventId}@${new URL(site).host}`,
      stamp: new Date(sale.serverTime),
      start,
      end: new Date(start.getTime() + LASTS_MILLISECONDS),
      summary: `Sales start: ${event.name}`,
      description: url,
      url,
    })
    entry.createAlarm({
      type: ICalAlarmType.display,
      trigger: REMIND_SECONDS,
      description: event.name,
    })
    const bytes = Buffer.from(`${calendar.toString()}\r\n`)
    return granted({ bytes, name: 'sales-start.ics' })
  })
