import { addDays, EVENT_CATEGORIES, isCalendarDate, localDateOf, weekdayOf } from '@foyer/domain'
import { describe, expect, it } from 'vitest'
import { DEMO_TENANTS } from './demo-data.ts'
import type { DemoEvent, DemoSchedule, DemoTenant } from './demo-types.ts'
import { demoPrice, demoSessionName, planSessions } from './plan-sessions.ts'
import { soldBefore } from './sold-before.ts'

/** A Sunday; with the next six days, every weekday on which the demo may be seeded. */
const TODAY = '2027-03-07'
const WEEK = Array.from({ length: 7 }, (_, days) => addDays(TODAY, days))

const zoneOf = (tenant: DemoTenant, event: DemoEvent) => tenant.venues[event.venue]?.timeZone ?? ''
const plan = (tenant: DemoTenant, event: DemoEvent, today = TODAY) =>
  planSessions(event.schedule, today, zoneOf(tenant, event))
const find = (tenant: DemoTenant, is: (event: DemoEvent) => unknown) =>
  tenant.events.filter((event) => Boolean(is(event)))

const EVENING = {
  kind: 'dates',
  inDays: [2, 3, 9],
  at: ['19:30'],
  durationMinutes: 120,
  capacity: 100,
} satisfies DemoSchedule
const SEASON = {
  kind: 'season',
  days: 10,
  from: '10:00',
  to: '12:00',
  everyMinutes: 30,
  durationMinutes: 45,
  capacity: 20,
} satisfies DemoSchedule

describe('planning sessions', () => {
  const dates = (schedule: DemoSchedule, today = TODAY) => [
    ...new Set(planSessions(schedule, today, 'Europe/Lisbon').map((session) => session.localDate)),
  ]

  it('starts a season today and ends it after its number of days, with both times of each day', () => {
    const sessions = planSessions(SEASON, TODAY, 'Europe/Lisbon')
    expect(sessions).toHaveLength(10 * 5)
    expect(sessions[0]).toMatchObject({ localDate: TODAY, minutes: 600 })
    expect(sessions.at(-1)).toMatchObject({ localDate: '2027-03-16', minutes: 720 })
  })

  it('opens a season later without moving its end', () => {
    expect(dates({ ...SEASON, opensInDays: 6 })).toEqual([
      '2027-03-13',
      '2027-03-14',
      '2027-03-15',
      '2027-03-16',
    ])
  })

  it('plays only on the weekdays of a season', () => {
    const days = dates({ ...SEASON, weekdays: ['Monday', 'Saturday'] })
    expect(days.map(weekdayOf)).toEqual([1, 6, 1])
  })

  it('counts single dates from today', () => {
    expect(dates(EVENING)).toEqual(['2027-03-09', '2027-03-10', '2027-03-16'])
  })

  it.each(WEEK)('starts on the weekday and moves the other dates along, from %s', (today) => {
    const [first = '', second, third] = dates({ ...EVENING, firstOn: 'Friday' }, today)
    expect(weekdayOf(first)).toBe(5)
    expect(first >= addDays(today, 2) && first < addDays(today, 9)).toBe(true)
    expect([second, third]).toEqual([addDays(first, 1), addDays(first, 7)])
  })

  it('plays twice on Saturdays where the data says so', () => {
    const run = { ...EVENING, firstOn: 'Friday', saturdayAt: ['14:30', '19:30'] } as const
    const times = planSessions(run, TODAY, 'Europe/Lisbon').map(
      (session) => `${session.localDate} ${session.minutes / 60}`,
    )
    expect(times).toEqual([
      '2027-03-12 19.5',
      '2027-03-13 14.5',
      '2027-03-13 19.5',
      '2027-03-19 19.5',
    ])
  })

  it('keeps the local start times of the venue over a change to summer time', () => {
    const starts = planSessions(
      { ...EVENING, inDays: [6, 7] },
      TODAY, // New York changes on the 14th.
      'America/New_York',
    ).map((session) => session.startsAt.toISOString())
    expect(starts).toEqual(['2027-03-14T00:30:00.000Z', '2027-03-14T23:30:00.000Z'])
  })
})

describe('prices', () => {
  const price = (localDate: string, hour: number) =>
    demoPrice(
      { name: 'Adult', price: { base: 2000, weekend: 300, peak: 50 } },
      { localDate, minutes: hour * 60, startsAt: new Date(), endsAt: new Date() },
    )

  it.each([
    ['a weekday morning', '2027-03-08', 10, 2000],
    ['a weekday noon', '2027-03-08', 12, 2050],
    ['a weekday afternoon', '2027-03-08', 15, 2000],
    ['a weekday evening', '2027-03-08', 20, 2050],
    ['a Saturday morning', '2027-03-13', 10, 2300],
    ['a Sunday noon', '2027-03-14', 11, 2350],
  ])('on %s', (_, localDate, hour, expected) => {
    expect(price(localDate, hour)).toBe(expected)
  })
})

describe.each(DEMO_TENANTS)('the programme of $name', (tenant) => {
  const { events } = tenant
  const dated = find(tenant, (event) => event.schedule.kind === 'dates')

  it('has at least 15 events over every category, several venues and zones', () => {
    expect(events.length).toBeGreaterThanOrEqual(15)
    expect(new Set(events.map((event) => event.category))).toEqual(new Set(EVENT_CATEGORIES))
    expect(new Set(events.map((event) => zoneOf(tenant, event))).size).toBeGreaterThanOrEqual(4)
  })

  it('names each event once, and only venues and fee sets that exist', () => {
    expect(new Set(events.map((event) => event.key)).size).toBe(events.length)
    expect(new Set(events.map((event) => event.name)).size).toBe(events.length)
    const feeSets = events.flatMap((event) => [
      event.feeSet ?? [],
      ...event.types.map((type) => type.feeSet ?? []),
    ])
    expect(new Set(events.map((event) => event.venue))).toEqual(new Set(Object.keys(tenant.venues)))
    expect(new Set(feeSets.flat())).toEqual(new Set(Object.keys(tenant.feeSets)))
  })

  it('seeds in seconds: fewer than 5,000 sessions, none of them twice', () => {
    const starts = events.flatMap((event) =>
      plan(tenant, event).map((session) => `${event.key} ${session.startsAt.toISOString()}`),
    )
    expect(starts.length).toBeLessThan(5000)
    expect(new Set(starts).size).toBe(starts.length)
  })

  it.each(WEEK)('has five single nights within ten days, seeded on %s', (today) => {
    const soon = dated.filter((event) =>
      plan(tenant, event, today).some((session) => session.localDate <= addDays(today, 10)),
    )
    expect(soon.length).toBeGreaterThanOrEqual(5)
  })

  it.each(WEEK)('gives every event a session after today, seeded on %s', (today) => {
    for (const event of events) {
      const ahead = plan(tenant, event, today).filter(({ localDate }) => localDate > today)
      expect(ahead, event.key).not.toHaveLength(0)
    }
  })

  it('has timed entry at every interval, six weeks ahead', () => {
    const timed = find(tenant, (event) => event.timedEntry)
    const beats = timed.map(({ schedule }) => schedule.kind === 'season' && schedule.everyMinutes)
    expect([...new Set(beats)].sort()).toEqual([15, 20, 30, 60])
    for (const event of timed) {
      const days = new Set(plan(tenant, event).map(({ localDate }) => localDate))
      expect(days.size, event.key).toBeGreaterThan(30)
      expect([...days].every(isCalendarDate)).toBe(true)
    }
  })

  it('has one festival in four ticket types that name their difference', () => {
    const [festival] = find(
      tenant,
      (event) => event.showPriceDifference && event.category === 'festival',
    )
    expect(festival?.types.map(({ name, displayPrice }) => [name, displayPrice])).toEqual([
      ['General Admission', 'GA'],
      ['Fast Pass', 'GA + $10'],
      ['Immediate Access', 'GA + $20'],
      ['Platinum VIP', 'GA + $30'],
    ])
    const prices = festival?.types.map((type) => Number(type.price)) ?? []
    expect(prices.map((price) => price - (prices[0] ?? 0))).toEqual([0, 1000, 2000, 3000])
    const places = festival?.types.reduce((sum, type) => sum + (type.capacity ?? 0), 0)
    expect(festival?.schedule.capacity).toBe(places)
  })

  it('has one event with a calendar of single months; the other calendars are continuous', () => {
    expect(find(tenant, (event) => event.monthCalendar)).toHaveLength(1)
  })

  it('has each kind of price and fee', () => {
    const types = events.flatMap((event) => event.types)
    const fees = Object.values(tenant.feeSets)
    expect(types.some((type) => type.price === 0)).toBe(true)
    expect(types.some((type) => typeof type.price === 'number' && type.price > 999)).toBe(true)
    expect(types.some((type) => typeof type.price !== 'number')).toBe(true)
    expect(fees.some((fee) => 'flatMinor' in fee && fee.isActive !== false)).toBe(true)
    expect(fees.some((fee) => 'percent' in fee && fee.isActive !== false)).toBe(true)
    expect(fees.some((fee) => fee.isActive === false)).toBe(true)
    expect(find(tenant, (event) => !event.feeSet)).not.toHaveLength(0)
    expect(
      find(tenant, (event) =>
        event.types.some((type) => event.feeSet && type.feeSet && type.feeSet !== event.feeSet),
      ),
    ).not.toHaveLength(0)
  })

  it.each(WEEK)('has one event without limit, one sold out and one nearly so, from %s', (today) => {
    const left = (event: DemoEvent) =>
      plan(tenant, event, today).reduce(
        (sum, session) => sum + (event.schedule.capacity ?? 0) - soldBefore(event, session),
        0,
      )
    expect(find(tenant, (event) => event.schedule.capacity === null)).toHaveLength(1)
    const limited = dated.filter((event) => event.schedule.capacity !== null)
    expect(limited.filter((event) => left(event) === 0)).toHaveLength(1)
    expect(limited.filter((event) => left(event) > 0 && left(event) <= 5)).toHaveLength(1)
  })

  it('has never sold more than there was', () => {
    for (const event of events) {
      const capacity = event.schedule.capacity ?? 0
      const ofType = event.types[0]?.capacity ?? capacity
      for (const session of plan(tenant, event)) {
        expect(soldBefore(event, session), event.key).toBeLessThanOrEqual(
          Math.min(capacity, ofType),
        )
      }
    }
  })

  it('marks some days of every season as sold out and some as nearly so', () => {
    for (const event of find(tenant, ({ timedEntry }) => timedEntry)) {
      const capacity = event.schedule.capacity ?? 0
      const byDay = [...Map.groupBy(plan(tenant, event), ({ localDate }) => localDate).values()]
      const shares = byDay.map(
        (day) =>
          day.reduce((sum, session) => sum + soldBefore(event, session), 0) /
          (day.length * capacity),
      )
      const gone = shares.filter((share) => share === 1).length
      const nearly = shares.filter((share) => share >= 0.9 && share < 1).length
      expect(gone + nearly, event.key).toBeGreaterThan(0)
      expect(gone + nearly, event.key).toBeLessThan(byDay.length / 2)
    }
  })

  it('has descriptions of two to four sentences, without exclamation marks', () => {
    for (const { key, name, description, types } of events) {
      const sentences = description.split(/[.?](?:\s|$)/).filter(Boolean)
      expect(sentences.length, key).toBeGreaterThanOrEqual(2)
      expect(sentences.length, key).toBeLessThanOrEqual(4)
      expect(`${name}${description}${types.map((type) => type.description)}`).not.toContain('!')
      // A poster has no room for a longer title.
      expect(name.length, key).toBeLessThanOrEqual(90)
    }
  })

  it('names a session by its time if buyers pick a time, else by day and part of the day', () => {
    for (const event of events) {
      const [session] = plan(tenant, event)
      if (!session) continue
      const zone = zoneOf(tenant, event)
      expect(localDateOf(session.startsAt, zone)).toBe(session.localDate)
      expect(demoSessionName(event, session, zone)).toMatch(
        event.timedEntry
          ? /^\d{1,2}:\d\d\s[AP]M entry$/
          : /^(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day (morning|afternoon|evening)$/,
      )
    }
  })
})

it('has the sample of the specification: slots, ticket types and a photo in one event', () => {
  const event = DEMO_TENANTS.flatMap((tenant) => tenant.events).find(
    (candidate) => candidate.timedEntry && candidate.showPriceDifference,
  )
  expect(
    event?.types.map(({ price, displayPrice, max = 8 }) => [price, displayPrice, max]),
  ).toEqual([
    [2999, 'GA', 8],
    [3999, 'GA + $10', 8],
    [4999, 'GA + $20', 8],
    [5999, 'GA + $30', 8],
  ])
  expect(event?.addOns).toMatchObject([{ name: 'Souvenir Photo', price: 1599, max: 10 }])
  expect(event?.schedule).toMatchObject({ from: '19:00', to: '22:00', everyMinutes: 15 })
})

it('has an event on sale with each change policy, and one of them can be cancelled', () => {
  const events = DEMO_TENANTS.flatMap((tenant) => find(tenant, (event) => event.changePolicy))
  expect(events).toHaveLength(5)
  for (const event of events) expect(event.sold, event.key).not.toBe('all')
  expect(events.some(({ changePolicy }) => changePolicy?.cancel?.isAllowed)).toBe(true)
})
