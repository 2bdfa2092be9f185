import type { ChangePolicy, EventCategory, LineUpEntry } from '@foyer/domain'

/**
 * The shape of the demo's data. Prices are minor units; times are wall-clock times in the venue's
 * zone.
 */

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

export interface DemoTenant {
  slug: string
  isDefault: boolean
  name: string
  tagline: string
  /** OKLCH hue of the accent. */
  hue: number
  supportEmail: string
  venues: Record<string, DemoVenue>
  feeSets: Record<string, DemoFeeSet>
  coupons?: readonly DemoCoupon[]
  events: readonly DemoEvent[]
}

/** A coupon code: percent off all tickets, and the number of orders that may use it. */
interface DemoCoupon {
  code: string
  name: string
  percentOff: number
  uses: number
}

export interface DemoVenue {
  name: string
  street: string
  city: string
  state: string
  postalCode: string
  country?: string
  timeZone: string
  /** Latitude and longitude in degrees. */
  at?: readonly [number, number]
  description?: string
  gettingThere?: readonly string[]
  accessNotes?: readonly string[]
}

export type DemoFeeSet =
  | { name: string; flatMinor: number; isActive?: false }
  | { name: string; percent: number; isActive?: false }

export interface DemoEvent {
  /**
   * Identifies the event for good: its id is derived from it, so links stay valid after a new seed.
   */
  key: string
  name: string
  category: EventCategory
  description: string
  /** The long text of its page; paragraphs are separated by empty lines. */
  story?: string
  /** How many minutes before a session its doors open. */
  doorsMinutes?: number
  /** In years; 0 is for all ages. */
  minimumAge?: number
  ageNote?: string
  accessNotes?: readonly string[]
  lineUp?: readonly (Pick<LineUpEntry, 'name'> & Partial<LineUpEntry>)[]
  /** What `pictures/KEY.svg` shows, and what its crops keep in sight. Otherwise a poster is drawn. */
  picture?: { alt: string; focus: { x: number; y: number } }
  venue: string
  feeSet?: string
  /** Lower-case ISO 4217; the tenant's currency by default. */
  currency?: string
  timedEntry?: true
  showPriceDifference?: true
  /** Its calendar shows a month at a time, instead of all days in a row. */
  monthCalendar?: true
  /** What its buyers have to know, instead of the default lines. */
  importantInformation?: readonly string[]
  /** Name of the one group its types are in. */
  group?: string
  types: readonly DemoType[]
  addOns?: readonly DemoAddOn[]
  /** What buyers may change, where it differs from the default. */
  changePolicy?: Partial<ChangePolicy>
  /** What each participant signs. */
  waiver?: string
  schedule: DemoSchedule
  /** The tickets of the first type that a box office has sold, in every session. */
  sold?: DemoSold
}

type DemoSold =
  | 'all'
  | { leaving: number }
  /**
   * A share that varies from session to session. With `busyDays` a few whole days are sold out and
   * a few more nearly so, as in a real season, so that calendars show all states.
   */
  | { about: number; busyDays?: true }

export interface DemoType {
  name: string
  description?: string
  /** Fixed, or a dynamic price that rises on weekends and at peak hours. */
  price: number | { base: number; weekend: number; peak: number }
  max?: number
  displayPrice?: string
  feeSet?: string
  /** A capacity of its own in each session, within the session's total. */
  capacity?: number
}

interface DemoAddOn {
  name: string
  description?: string
  price: number
  max?: number
  /** How many there are for the whole event; without limit by default. */
  capacity?: number
}

export type DemoSchedule =
  /** Every day (or some weekdays) for a number of days from today, at a fixed interval. */
  | {
      kind: 'season'
      days: number
      /** A season that is not open yet when the demo is seeded, so that single nights come first. */
      opensInDays?: number
      weekdays?: readonly Weekday[]
      from: string
      to: string
      everyMinutes: number
      durationMinutes: number
      /** Null means without limit. */
      capacity: number | null
    }
  /** Single dates, as numbers of days from today; planned again once they are over. */
  | {
      kind: 'dates'
      inDays: readonly number[]
      /** The first date moves to this weekday, and the others move with it. */
      firstOn?: Weekday
      at: readonly string[]
      /** Start times on Saturdays, if they differ. */
      saturdayAt?: readonly string[]
      durationMinutes: number
      capacity: number | null
    }
