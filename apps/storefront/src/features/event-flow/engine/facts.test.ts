import { describe, expect, it } from 'vitest'
import {
  ADULT,
  anAddOn,
  CHILD,
  calendar,
  calendarDay,
  DATE,
  daily,
  EVENING,
  MORNING,
  session,
  ticketPrice,
  ticketType,
} from '../../../../test/day.ts'
import {
  chosenSession,
  type FlowData,
  fitsSession,
  readFacts,
  usableSelection,
  withOnlyDay,
} from './facts.ts'

const data = (changes: Partial<FlowData> = {}): FlowData => ({
  calendar: calendar({ [DATE]: calendarDay(), '2026-11-22': calendarDay() }),
  ticketTypes: [ticketType()],
  daily: daily(session(), session({ session_id: EVENING })),
  addOns: [],
  isTimedEntry: true,
  sessionCount: 20,
  isPurchase: true,
  today: '2026-11-20',
  ...changes,
})
const types = `${ADULT}:2`

describe('what the URL says about the date', () => {
  const dateOf = (date: string | undefined, changes?: Partial<FlowData>, cartId?: string) =>
    readFacts({ date, cartId }, data(changes)).choices.date

  it('is valid while the day has sessions on sale', () => {
    expect(dateOf(DATE)).toBe('ok')
  })
  it('is missing if it is absent or not a date', () => {
    expect(dateOf(undefined)).toBe('missing')
    expect(dateOf('2026-02-30')).toBe('missing')
  })
  it('has passed at the venue, or never had sessions', () => {
    expect(dateOf('2026-11-19')).toBe('date_past')
    expect(dateOf('2026-11-25')).toBe('date_without_sessions')
  })
  it('is sold out, unless the cart itself may hold the last tickets', () => {
    const soldOut = { calendar: calendar({ [DATE]: calendarDay({ status: 'sold_out' }) }) }
    expect(dateOf(DATE, soldOut)).toBe('date_sold_out')
    expect(dateOf(DATE, soldOut, '12345')).toBe('ok')
  })
  it('a date is accepted while the calendar could not be loaded', () => {
    expect(dateOf('2026-11-25', { calendar: undefined })).toBe('ok')
  })
})

describe('what the URL says about tickets', () => {
  const ticketsOf = (text: string | undefined, changes?: Partial<FlowData>) =>
    readFacts({ date: DATE, types: text }, data(changes)).choices.tickets

  it('is valid, missing or malformed', () => {
    expect(ticketsOf(types)).toBe('ok')
    expect(ticketsOf(undefined)).toBe('missing')
    expect(ticketsOf('rubbish')).toBe('missing')
  })
  it('names a type that is unknown or archived', () => {
    expect(ticketsOf(`${CHILD}:1`)).toBe('tickets_withdrawn')
    expect(ticketsOf(types, { ticketTypes: [ticketType({ isArchived: true })] })).toBe(
      'tickets_withdrawn',
    )
  })
  it('exceeds the maximum of an order', () => {
    expect(ticketsOf(`${ADULT}:9`)).toBe('tickets_above_maximum')
  })
  it('the tickets are accepted while the types could not be loaded', () => {
    expect(ticketsOf(`${CHILD}:1`, { ticketTypes: undefined })).toBe('ok')
  })
})

describe('what the URL says about the session', () => {
  const factsWith = (sessionId: string | undefined, changes?: Partial<FlowData>, cartId?: string) =>
    readFacts({ date: DATE, types, session: sessionId, cartId }, data(changes))

  it('is valid if it has room', () => {
    expect(factsWith(MORNING).choices.session).toBe('ok')
  })
  it('is gone if the day does not have it', () => {
    expect(factsWith(CHILD).choices.session).toBe('session_gone')
  })
  it('is sold out if the tickets do not fit, unless the cart itself may hold them', () => {
    const full = { daily: daily(session({ available_count: 1 }), session({ session_id: EVENING })) }
    expect(factsWith(MORNING, full).choices.session).toBe('session_sold_out')
    expect(factsWith(MORNING, full, '12345').choices.session).toBe('ok')
  })
  it('is chosen automatically if the day has one session without timed entry', () => {
    const facts = factsWith(undefined, { daily: daily(session()), isTimedEntry: false })
    expect(facts.choices.session).toBe('ok')
    expect(facts.skipped.has('time')).toBe(true)
  })
  it('with timed entry the buyer chooses the time even if there is only one', () => {
    const facts = factsWith(undefined, { daily: daily(session()) })
    expect(facts.choices.session).toBe('missing')
    expect(facts.skipped.has('time')).toBe(false)
  })
  it('shows the time step if the only session has no room for all tickets', () => {
    const facts = factsWith(undefined, {
      daily: daily(session({ available_count: 1 })),
      isTimedEntry: false,
    })
    expect(facts.choices.session).toBe('session_sold_out')
    expect(facts.skipped.has('time')).toBe(false)
  })
  it('the chosen session is preferred, and accepted while prices could not be loaded', () => {
    expect(chosenSession({ session: EVENING }, data())?.session_id).toBe(EVENING)
    expect(factsWith(MORNING, { daily: undefined }).choices.session).toBe('ok')
    expect(factsWith(undefined, { daily: undefined }).choices.session).toBe('missing')
  })
})

describe('steps with nothing to choose', () => {
  const skippedWith = (changes: Partial<FlowData>, text = types) => [
    ...readFacts({ date: DATE, types: text, session: MORNING }, data(changes)).skipped,
  ]
  const vip = ticketType({ id: CHILD })
  const dayOfBoth = {
    ...daily(session(), session({ session_id: EVENING })),
    ticketTypes: [ADULT, CHILD].map((id) => ({
      ticket_type_id: id,
      lowest_price: id === CHILD ? 50 : 29.99,
      lowest_all_in_minor: id === CHILD ? 6000 : 3498,
      fee_minor: 499,
      tax_minor: 0,
      more_minor: id === CHILD ? 2502 : 0,
      availability: 'available' as const,
      available_count: 40,
      left_on_day: 40,
      is_scarce: false,
    })),
  }

  it('the upsell is skipped without a dearer ticket type, and the add-ons if there are none', () => {
    expect(skippedWith({})).toEqual(['upsell', 'addons'])
    expect(skippedWith({ ticketTypes: [ticketType(), vip], daily: dayOfBoth })).toEqual(['addons'])
    const top = `${CHILD}:1`
    expect(skippedWith({ ticketTypes: [ticketType(), vip], daily: dayOfBoth }, top)).toContain(
      'upsell',
    )
  })
  it('time and add-ons are skipped if the day has one session; the review then offers the add-ons', () => {
    const addOns = [anAddOn()]
    expect(skippedWith({ addOns })).toEqual(['upsell'])
    expect(skippedWith({ addOns, daily: daily(session()), isTimedEntry: false })).toEqual([
      'upsell',
      'time',
      'addons',
    ])
  })
  it('no step is skipped before its data is loaded', () => {
    const nothing = { ticketTypes: undefined, daily: undefined, addOns: undefined }
    expect(skippedWith(nothing)).toEqual([])
  })
})

describe('steps that are known on the first page, before a day is chosen', () => {
  const firstPage = (changes: Partial<FlowData>) => {
    const { skipped, undecided } = readFacts(
      {},
      data({ daily: undefined, ticketTypes: undefined, addOns: undefined, ...changes }),
    )
    return { skipped: [...skipped], undecided: [...undecided] }
  }
  const oneDay = calendar({ [DATE]: calendarDay() })

  it('an event with one date skips the date, also if it has several times', () => {
    expect(firstPage({ calendar: oneDay })).toEqual({ skipped: ['date'], undecided: [] })
    expect(firstPage({ calendar: undefined, sessionCount: 1 }).skipped).toEqual(['date'])
  })
  it('an order change asks for the date even if there is only one', () => {
    expect(firstPage({ calendar: oneDay, isPurchase: false }).skipped).toEqual([])
  })
  it('an event with one start on each of its days skips the time', () => {
    expect(firstPage({ isTimedEntry: false, sessionCount: 2 })).toEqual({
      skipped: ['time', 'addons'],
      undecided: [],
    })
  })
  it('days with one start and days with several leave the time undecided until one is chosen', () => {
    expect(firstPage({ isTimedEntry: false, sessionCount: 3 })).toEqual({
      skipped: [],
      undecided: ['time', 'addons'],
    })
    const chosen = readFacts({ date: DATE }, data({ isTimedEntry: false }))
    expect(chosen.undecided.size).toBe(0)
  })
  it('timed entry always has a time', () => {
    expect(firstPage({ sessionCount: 2 })).toEqual({ skipped: [], undecided: [] })
  })
})

describe('the only day', () => {
  const oneDay = calendar({ [DATE]: calendarDay() })
  it('is chosen by a purchase without a date, and replaces none', () => {
    expect(withOnlyDay({ types }, oneDay, true)).toEqual({ date: DATE, types })
    expect(withOnlyDay({ date: '2026-01-01' }, oneDay, true)).toEqual({ date: '2026-01-01' })
    expect(withOnlyDay({}, oneDay, false)).toEqual({})
    expect(withOnlyDay({}, data().calendar, true)).toEqual({})
    expect(withOnlyDay({}, undefined, true)).toEqual({})
  })
})

describe('whether a session has room', () => {
  it('a session needs room for all tickets and for each type', () => {
    const room = session({
      available_count: 5,
      ticket_prices: [
        ticketPrice({ available_count: null }),
        ticketPrice({ ticket_type_id: CHILD, available_count: 2 }),
      ],
    })
    expect(fitsSession(room, { [ADULT]: 3, [CHILD]: 2 })).toBe(true)
    expect(fitsSession(room, { [ADULT]: 4, [CHILD]: 2 })).toBe(false)
    expect(fitsSession(room, { [CHILD]: 3 })).toBe(false)
  })
  it('an unlimited session has room for any number, but never for a type it does not sell', () => {
    const open = session({
      available_count: null,
      ticket_prices: [ticketPrice({ available_count: null })],
    })
    expect(fitsSession(open, { [ADULT]: 100 })).toBe(true)
    expect(fitsSession(open, { [CHILD]: 1 })).toBe(false)
  })
  it('a session needs one ticket left before anything is chosen', () => {
    expect(fitsSession(session({ available_count: 0 }), {})).toBe(false)
    expect(fitsSession(session({ available_count: 1 }), {})).toBe(true)
  })
})

describe('usableSelection', () => {
  it('the usable selection drops types that are not sold and clamps to the maximum', () => {
    const onSale = [ticketType(), ticketType({ id: CHILD, isArchived: true })]
    expect(usableSelection({ [ADULT]: 12, [CHILD]: 1, [MORNING]: 1 }, onSale)).toEqual({
      [ADULT]: 8,
    })
  })
})
