import { type BodyOf, staffApi } from '@foyer/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callOf } from '../../../data/client.ts'

/** What the simulator offers to choose from, and what it answers. Nothing of it is stored for long. */

const keyOf = (organizer: string) => ['organizer', organizer, 'coupons', 'simulator'] as const

export type SimulatedCart = BodyOf<typeof staffApi.simulateCart>

/** The events that a cart may be of: the first ones by name that match. */
export const eventChoicesQuery = (organizer: string, q: string) =>
  queryOptions({
    queryKey: [...keyOf(organizer), 'events', q],
    queryFn: () => callOf(organizer)(staffApi.getEvents, { query: { q: q || undefined } }),
    placeholderData: keepPreviousData,
  })

/** What an event sells, and by which clocks. */
export const eventForCartQuery = (organizer: string, eventId: string) =>
  queryOptions({
    queryKey: [...keyOf(organizer), 'event', eventId],
    queryFn: async () => {
      const call = callOf(organizer)
      const params = { eventId }
      const [info, tickets] = await Promise.all([
        call(staffApi.getDates, { params }),
        call(staffApi.getTickets, { params }),
      ])
      const { name, timeZone, currency, today } = info
      return {
        eventId,
        name,
        timeZone,
        currency,
        today,
        types: tickets.types.filter(({ details }) => !details.isArchived),
        addOns: tickets.addOns.filter(({ details }) => !details.isArchived),
      }
    },
  })
export type EventForCart = Awaited<
  ReturnType<NonNullable<ReturnType<typeof eventForCartQuery>['queryFn']>>
>

/** The sessions of one day, or the next ones. */
export const sessionChoicesQuery = (
  organizer: string,
  eventId: string,
  today: string,
  day: string,
) =>
  queryOptions({
    queryKey: [...keyOf(organizer), 'sessions', eventId, day || today],
    queryFn: () =>
      callOf(organizer)(staffApi.listSessions, {
        params: { eventId },
        query: { from: day || today, to: day || undefined, state: 'active' },
      }),
  })

/** Rules may have been changed since: nothing is answered from before. */
const FRESH = { staleTime: 0, gcTime: 0, placeholderData: keepPreviousData } as const

export const simulatedCartQuery = (organizer: string, cart: SimulatedCart, ask: number) =>
  queryOptions({
    ...FRESH,
    queryKey: [...keyOf(organizer), 'cart', cart, ask],
    queryFn: () => callOf(organizer)(staffApi.simulateCart, { body: cart }),
  })

export const simulatedOrderQuery = (organizer: string, order: string) =>
  queryOptions({
    ...FRESH,
    queryKey: [...keyOf(organizer), 'order', order],
    queryFn: () => callOf(organizer)(staffApi.simulateOrder, { query: { order } }),
  })
