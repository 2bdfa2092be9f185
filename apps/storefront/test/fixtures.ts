import {
  createClient,
  type EventDetailView,
  type EventFactsView,
  type EventPage,
  type EventView,
  type TenantView,
} from '@foyer/contract'
import { QueryClient } from '@tanstack/react-query'
import type { RouterContext } from '../src/shared/app-context.tsx'
import {
  ADULT,
  anAddOn,
  CHILD,
  calendar,
  calendarDay,
  daily,
  ticketPrice,
  ticketType,
} from './day.ts'

/** Builders for tests; each fills in the fields that a test does not care about. */

export const aTenant = (part: Partial<TenantView> = {}): TenantView => ({
  slug: 'foyer',
  name: 'Foyer',
  tagline: 'Doors open soon.',
  hue: 75,
  currency: 'usd',
  locale: 'en-US',
  supportEmail: 'help@foyer.example',
  footerText: '',
  socialLinks: {},
  logo: null,
  siteUrl: 'https://tickets.example',
  organizerAdminUrl: '/admin',
  hasCoupons: false,
  takesPayments: true,
  brandCssUrl: '/brand/foyer.css',
  previewPath: '/previews/site/0123456789ab.png',
  ...part,
})

const EVENT_ID = 'f399c29c-d8ef-4fc1-8e96-adc7a84358d8'

export const anEvent = (part: Partial<EventDetailView> = {}): EventDetailView => ({
  id: EVENT_ID,
  name: 'The Lighthouse Sessions',
  description: 'Three voices, one lamp.',
  category: 'concert',
  date: '2026-12-10T04:00:00.000Z',
  startTime: '8:00 PM',
  location: 'Pier 9 Stage, San Francisco, CA',
  imageUrl: `/posters/${EVENT_ID}/poster.svg`,
  picture: null,
  staticPrice: 30,
  fromAllInMinor: 3498,
  currency: 'usd',
  priceLibraryId: null,
  isTimedEntry: false,
  useContinuousCalendar: true,
  calendarStartDate: null,
  calendarEndDate: null,
  showPriceDifference: false,
  status: 'available',
  sessionCount: 1,
  venueId: 'b1a9c2d3-0000-4000-8000-000000000001',
  venue_name: 'Pier 9 Stage',
  venue_city: 'San Francisco',
  venue_state: 'CA',
  venue_address: '9 Embarcadero',
  venue_postal_code: '94111',
  venue_country: 'US',
  venue_timezone: 'America/Los_Angeles',
  venue_picture: null,
  previewPath: `/previews/${EVENT_ID}/0123456789ab.png`,
  fee_set_id: null,
  changePolicy: null,
  facts: someFacts(),
  ...part,
})

/** The facts of an event whose organizer has stated none. */
export const someFacts = (part: Partial<EventFactsView> = {}): EventFactsView => ({
  story: null,
  doorsMinutes: null,
  minimumAge: null,
  ageNote: null,
  accessNotes: [],
  lineUp: [],
  durationMinutes: { shortest: 120, longest: 120 },
  startTimes: ['20:00'],
  venue: { description: null, coordinates: null, gettingThere: [], accessNotes: [] },
  ...part,
})

/** A page of a list that holds these events and no others. */
export const anEventPage = (events: EventView[], part: Partial<EventPage> = {}): EventPage => ({
  events,
  total: events.length,
  nearest: null,
  facets: { categories: [], cities: [], prices: [], anyPrice: 0 },
  ...part,
})

/** Answers by path without query; any other path is answered with 404. */
export type Answers = Record<string, unknown>

export const DAY = '2099-11-21'
export const SOLD_OUT_DAY = '2099-11-22'

const SECOND_TIER_MINOR = 4498
export const secondTypePrice = ticketPrice({
  ticket_type_id: CHILD,
  all_in_minor: SECOND_TIER_MINOR,
})

/** The API's answer for a day with these sessions and two ticket types. */
export const aDayOf = (...sessions: Parameters<typeof daily>) => ({
  success: true,
  data: {
    ...daily(...sessions),
    ticketTypes: [ADULT, CHILD].map((id) => ({
      ticket_type_id: id,
      lowest_price: id === CHILD ? 39.99 : 29.99,
      lowest_all_in_minor: id === CHILD ? SECOND_TIER_MINOR : 3498,
      fee_minor: 499,
      tax_minor: 0,
      more_minor: id === CHILD ? 1000 : 0,
      availability: 'available',
      available_count: 40,
      left_on_day: 40,
      is_scarce: false,
    })),
  },
})

/**
 * The API's answers for an event: two ticket types, an add-on, one day on sale, and the next one sold out.
 */
export const flowAnswers = (event: EventView, day: ReturnType<typeof aDayOf>): Answers => ({
  [`/api/events/${event.id}`]: event,
  [`/api/pricing/calendar/${event.id}`]: {
    success: true,
    data: calendar({ [DAY]: calendarDay(), [SOLD_OUT_DAY]: calendarDay({ status: 'sold_out' }) }),
  },
  '/api/ticket-types': [
    ticketType({
      description: 'All day.',
      image_url: '/pictures/0123456789abcdef0123/thumb-480.webp',
    }),
    ticketType({
      id: CHILD,
      name: 'Fast Pass',
      allInMinor: SECOND_TIER_MINOR,
      moreMinor: 1000,
      lowestPriceMinor: 3999,
      displayPrice: 'GA + $10',
    }),
  ],
  '/api/add-ons': [anAddOn()],
  '/api/price/daily': day,
})

/** The API as a function: JSON by path, an `Error` as a 500 with its text. */
export const apiOf =
  (answers: Answers): typeof fetch =>
  async (input) => {
    const path = String(input).replace(/\?.*/, '')
    const answer = answers[path]
    if (answer instanceof Error) {
      return Response.json({ error: answer.message, code: 'internal_error' }, { status: 500 })
    }
    if (answer !== undefined) return Response.json(answer)
    return Response.json({ error: 'Not found', code: 'not_found' }, { status: 404 })
  }

export function aContext(answers: Answers = {}, base = ''): RouterContext {
  return {
    app: {
      call: createClient({ baseUrl: '', fetch: apiOf(answers) }),
      tenant: aTenant(),
      base,
      hasDemos: true,
    },
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  }
}
