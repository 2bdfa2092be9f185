import type { AddOnView, CalendarView, DailyPriceView, TicketTypeView } from '@foyer/contract'
import type { DailySession } from '../src/features/event-flow/engine/facts.ts'

/** Builders for the flow's unit tests: a day, its sessions and its ticket types. */

export const ADULT = '11111111-1111-4111-8111-111111111111'
export const CHILD = '22222222-2222-4222-8222-222222222222'
export const MORNING = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaa1'
export const EVENING = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaa2'
export const DATE = '2026-11-21'
const ZONE = 'America/New_York'

export const ticketType = (changes: Partial<TicketTypeView> = {}): TicketTypeView => ({
  id: ADULT,
  groupId: '99999999-9999-4999-8999-999999999999',
  groupName: null,
  eventId: '88888888-8888-4888-8888-888888888888',
  name: 'General Admission',
  description: null,
  price: 29.99,
  allInMinor: 3498,
  moreMinor: 0,
  lowestPriceMinor: 2999,
  quantity: 8,
  maxQuantity: 8,
  displayPrice: null,
  isArchived: false,
  fee_set_id: null,
  pricing_mode: 'fixed',
  image_url: null,
  ...changes,
})

export const anAddOn = (changes: Partial<AddOnView> = {}): AddOnView => ({
  id: '66666666-6666-4666-8666-666666666666',
  eventId: '88888888-8888-4888-8888-888888888888',
  name: 'Souvenir photo',
  description: null,
  price: 15.99,
  allInMinor: 1599,
  maxQuantity: 10,
  availableCount: null,
  ...changes,
})

type Price = DailySession['ticket_prices'][number]

export const ticketPrice = (changes: Partial<Price> = {}): Price => ({
  ticket_type_id: ADULT,
  price: 29.99,
  all_in_minor: 3498,
  available_count: 40,
  capacity: 40,
  ...changes,
})

export const session = (changes: Partial<DailySession> = {}): DailySession => ({
  session_id: MORNING,
  start_time: '2026-11-21T15:00:00.000Z',
  end_time: '2026-11-21T16:00:00.000Z',
  session_name: 'Morning entry',
  local_time: '10:00 AM',
  available_count: 40,
  ticketsRemaining: 40,
  available: true,
  ticket_prices: [ticketPrice()],
  ...changes,
})

export const daily = (...sessions: DailySession[]): DailyPriceView => ({
  ticketTypes: [
    {
      ticket_type_id: ADULT,
      lowest_price: 29.99,
      lowest_all_in_minor: 3498,
      fee_minor: 499,
      tax_minor: 0,
      more_minor: 0,
      availability: 'available',
      available_count: 40,
      left_on_day: 40,
      is_scarce: false,
    },
  ],
  sessions: Object.fromEntries(sessions.map((one) => [one.session_id, one])),
  timezone: ZONE,
  currency: 'usd',
})

type Dates = CalendarView['dates']

export const calendarDay = (changes: Partial<Dates[string]> = {}): Dates[string] => ({
  id: `88888888-8888-4888-8888-888888888888:${DATE}`,
  minPrice: 29.99,
  allInMinor: 3498,
  status: 'available',
  ...changes,
})

export const calendar = (dates: Dates = { [DATE]: calendarDay() }): CalendarView => ({
  dates,
  timezone: ZONE,
  currency: 'usd',
})
