import type { LiveChanges } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import {
  ADULT,
  CHILD,
  calendar,
  calendarDay,
  DATE,
  daily,
  EVENING,
  MORNING,
  session,
  ticketPrice,
} from '../../../../test/day.ts'
import { addChanges, mergeCalendar, mergeDaily } from './merge.ts'

const day = daily(session(), session({ session_id: EVENING }))
const left = (room: number | null) => ({ room, types: { [ADULT]: room } })
const changes = (part: Partial<LiveChanges>): LiveChanges => ({ sessions: {}, days: {}, ...part })

describe('changes of sessions', () => {
  it('only the named sessions change', () => {
    const merged = mergeDaily(
      day,
      changes({ sessions: { [MORNING]: { room: 3, types: { [ADULT]: 2 } } } }),
    )
    expect(merged.sessions[MORNING]).toMatchObject({
      available_count: 3,
      ticket_prices: [{ ticket_type_id: ADULT, price: 29.99, available_count: 2 }],
    })
    expect(merged.sessions[EVENING]).toBe(day.sessions[EVENING])
  })

  it('unlimited availability differs from a type that is not named', () => {
    const merged = mergeDaily(day, changes({ sessions: { [MORNING]: { room: null, types: {} } } }))
    expect(merged.sessions[MORNING]).toMatchObject({
      available_count: null,
      ticket_prices: [{ available_count: 40 }],
    })
  })

  it('the figures of the day follow from its sessions', () => {
    const scarce = mergeDaily(
      day,
      changes({ sessions: { [MORNING]: left(2), [EVENING]: left(6) } }),
    )
    expect(scarce.ticketTypes).toMatchObject([{ available_count: 6, availability: 'limited' }])
    const gone = mergeDaily(
      scarce,
      changes({ sessions: { [MORNING]: left(0), [EVENING]: left(0) } }),
    )
    expect(gone.ticketTypes).toMatchObject([{ available_count: 0, availability: 'sold_out' }])
    const open = mergeDaily(gone, changes({ sessions: { [EVENING]: left(null) } }))
    expect(open.ticketTypes).toMatchObject([{ available_count: null, availability: 'available' }])
  })

  it('a type and a time that are not on sale keep their reason until there is room', () => {
    const shut = {
      ...daily(session({ available_count: 0, status: 'not_yet' })),
      ticketTypes: day.ticketTypes.map((type) => ({
        ...type,
        availability: 'unavailable' as const,
        status: 'not_yet' as const,
      })),
    }
    const still = mergeDaily(shut, changes({ sessions: { [MORNING]: left(0) } }))
    expect(still.ticketTypes).toMatchObject([{ availability: 'unavailable', status: 'not_yet' }])
    expect(still.sessions[MORNING]).toMatchObject({ status: 'not_yet' })
    const open = mergeDaily(shut, changes({ sessions: { [MORNING]: left(9) } }))
    expect(open.ticketTypes[0]).not.toHaveProperty('status')
    expect(open.ticketTypes).toMatchObject([{ availability: 'limited' }])
    expect(open.sessions[MORNING]).not.toHaveProperty('status')
  })

  it('a session change without news returns the same object, so that nothing renders', () => {
    expect(mergeDaily(day, changes({}))).toBe(day)
    const known = { [MORNING]: { room: 40, types: { [ADULT]: 40, [CHILD]: 1 } } }
    expect(mergeDaily(day, changes({ sessions: known }))).toBe(day)
    expect(mergeDaily(day, changes({ sessions: { 'of another day': left(0) } }))).toBe(day)
  })

  it('a change that arrives twice is applied once', () => {
    const one = changes({ sessions: { [MORNING]: left(1) } })
    const once = mergeDaily(day, one)
    expect(mergeDaily(once, one)).toBe(once)
  })
})

describe('changes of days', () => {
  const dates = calendar({ [DATE]: calendarDay(), '2026-11-22': calendarDay() })

  it('only the named days change', () => {
    const soldOut = { status: 'sold_out', allInMinor: 4200 } as const
    expect(mergeCalendar(dates, changes({ days: { [DATE]: soldOut } })).dates).toEqual({
      [DATE]: { ...calendarDay(), ...soldOut },
      '2026-11-22': calendarDay(),
    })
  })

  it('a day change without news returns the same object', () => {
    const known = { status: 'available', allInMinor: 3498 } as const
    expect(mergeCalendar(dates, changes({ days: { [DATE]: known } }))).toBe(dates)
    expect(mergeCalendar(dates, changes({ days: { '2027-01-01': known } }))).toBe(dates)
  })
})

it('merging combined changes equals merging them in turn', () => {
  const first = changes({
    sessions: { [MORNING]: left(9), [EVENING]: left(1) },
    days: { [DATE]: { status: 'selling_fast', allInMinor: 3498 } },
  })
  const second = changes({
    sessions: { [MORNING]: { room: 8, types: { [ADULT]: 7, [CHILD]: 3 } } },
    days: { [DATE]: { status: 'available', allInMinor: 4200 } },
  })
  const types = [ticketPrice(), ticketPrice({ ticket_type_id: CHILD })]
  const start = daily(session({ ticket_prices: types }), session({ session_id: EVENING }))
  const sum = addChanges(first, second)
  expect(mergeDaily(start, sum)).toEqual(mergeDaily(mergeDaily(start, first), second))
  expect(mergeCalendar(calendar(), sum)).toEqual(
    mergeCalendar(mergeCalendar(calendar(), first), second),
  )
})
