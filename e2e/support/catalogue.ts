import type { AddOnView, EventView, TicketTypeView } from '@foyer/contract'
import { until } from '@foyer/testkit/until'
import type { APIRequestContext } from '@playwright/test'

/** An event of the demo with the facts that a purchase needs. */
export interface OnSale {
  event: EventView
  types: TicketTypeView[]
  addOn: AddOnView
}

/** A tenant's first event with a price, availability and an add-on; on request with timed entry. */
export async function findOnSale(
  request: APIRequestContext,
  base: string,
  wanted: { isTimedEntry?: boolean } = {},
): Promise<OnSale> {
  const ask = async (path: string) => (await request.get(`${base}${path}`)).json()
  const events: EventView[] = await ask('/api/events')
  for (const event of events) {
    if (event.status !== 'available' || !event.fromAllInMinor) continue
    if (wanted.isTimedEntry !== undefined && event.isTimedEntry !== wanted.isTimedEntry) continue
    const [addOn]: AddOnView[] = await ask(`/api/add-ons?eventId=${event.id}`)
    if (addOn) return { event, types: await ask(`/api/ticket-types?eventId=${event.id}`), addOn }
  }
  throw new Error(
    `the demo of '${base}/' has no event on sale with an add-on: ${JSON.stringify(wanted)}`,
  )
}

/** A tenant's sold-out event. Waits for it, because a new server counts the demo's stock first. */
export async function findSoldOut(request: APIRequestContext, base: string): Promise<EventView> {
  const event = await until(
    async (): Promise<EventView | undefined> => {
      const events: EventView[] = await (await request.get(`${base}/api/events`)).json()
      return events.find(({ status }) => status === 'sold_out')
    },
    (found) => found !== undefined,
  )
  if (!event) throw new Error(`the demo of '${base}/' has no sold-out event`)
  return event
}
