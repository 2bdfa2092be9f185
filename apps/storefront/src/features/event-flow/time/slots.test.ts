import { describe, expect, it } from 'vitest'
import {
  ADULT,
  CHILD,
  DATE,
  daily,
  EVENING,
  MORNING,
  session,
  ticketPrice,
} from '../../../../test/day.ts'
import { groupSlots, slotForKey } from './slots.ts'

const evening = session({
  session_id: EVENING,
  start_time: '2026-11-22T00:30:00.000Z',
  local_time: '7:30 PM',
})

describe('groupSlots', () => {
  it('uses the clock at the venue, not UTC or the device', () => {
    const groups = groupSlots(daily(evening, session()), DATE, { [ADULT]: 1 })
    expect(groups.map(({ part, slots }) => [part, slots.map(({ time }) => time)])).toEqual([
      ['Morning', ['10:00 AM']],
      ['Evening', ['7:30 PM']],
    ])
  })

  it('starts the afternoon at noon and the evening at five', () => {
    const at = (hour: string, id: string) =>
      session({ session_id: id, start_time: `2026-11-21T${hour}:00.000Z` })
    const groups = groupSlots(daily(at('17:00', MORNING), at('22:00', EVENING)), DATE, {})
    expect(groups.map(({ part }) => part)).toEqual(['Afternoon', 'Evening'])
  })

  it('counts the tickets left for the chosen types by the narrowest limit', () => {
    const tight = session({
      available_count: 30,
      ticket_prices: [ticketPrice(), ticketPrice({ ticket_type_id: CHILD, available_count: 3 })],
    })
    const slotFor = (selection: Record<string, number>) =>
      groupSlots(daily(tight), DATE, selection)[0]?.slots[0]
    expect(slotFor({ [ADULT]: 2 })).toMatchObject({ availability: 'Available', fits: true })
    expect(slotFor({ [ADULT]: 2, [CHILD]: 2 })).toMatchObject({
      availability: '3 left',
      fits: true,
    })
    expect(slotFor({ [CHILD]: 4 })).toMatchObject({ availability: '3 left', fits: false })
  })

  it('says Sold Out also if the session does not offer a chosen type', () => {
    const slotOf = (one: ReturnType<typeof session>, selection: Record<string, number>) =>
      groupSlots(daily(one), DATE, selection)[0]?.slots[0]
    expect(slotOf(session({ available_count: 0 }), { [ADULT]: 1 })?.availability).toBe('Sold Out')
    expect(slotOf(session(), { [CHILD]: 1 })).toMatchObject({
      availability: 'Sold Out',
      fits: false,
    })
  })

  it('says why a time is not sold now instead of Sold Out', () => {
    const shut = (status: 'not_yet' | 'closed') =>
      groupSlots(daily(session({ available_count: 0, status })), DATE, { [ADULT]: 1 })[0]?.slots[0]
    expect(shut('not_yet')).toMatchObject({ availability: 'Not on sale yet', fits: false })
    expect(shut('closed')).toMatchObject({ availability: 'Sales closed', fits: false })
  })

  it('names the room of each time only if the rooms of the day differ', () => {
    const roomsOf = (...rooms: (string | undefined)[]) => {
      const sessions = rooms.map((room_name, index) =>
        session({ session_id: [MORNING, EVENING][index] ?? '', ...(room_name && { room_name }) }),
      )
      return groupSlots(daily(...sessions), DATE, {}).flatMap(({ slots }) =>
        slots.map(({ room }) => room),
      )
    }
    expect(roomsOf('Great Hall', 'Studio')).toEqual(['Great Hall', 'Studio'])
    expect(roomsOf('Great Hall', undefined)).toEqual(['Great Hall', undefined])
    expect(roomsOf('Great Hall', 'Great Hall')).toEqual([undefined, undefined])
  })

  it('cannot be chosen while a chosen type has no price, and says so', () => {
    const waiting = session({ ticket_prices: [ticketPrice({ price: 0, all_in_minor: null })] })
    const slotOf = (selection: Record<string, number>) =>
      groupSlots(daily(waiting), DATE, selection)[0]?.slots[0]
    expect(slotOf({ [ADULT]: 1 })).toMatchObject({
      availability: 'Price to come',
      fits: false,
      isToCome: true,
    })
    const gone = session({ ...waiting, available_count: 0 })
    expect(groupSlots(daily(gone), DATE, { [ADULT]: 1 })[0]?.slots[0]).toMatchObject({
      availability: 'Sold Out',
      fits: false,
    })
  })

  it('handles unlimited sessions', () => {
    const open = session({
      available_count: null,
      ticket_prices: [ticketPrice({ available_count: null })],
    })
    expect(groupSlots(daily(open), DATE, { [ADULT]: 50 })[0]?.slots[0]).toMatchObject({
      left: null,
      fits: true,
    })
  })
})

describe('the price range of a slot', () => {
  const two = session({
    ticket_prices: [
      ticketPrice({ all_in_minor: 4498 }),
      ticketPrice({ ticket_type_id: CHILD, all_in_minor: 1500 }),
    ],
  })
  const rangeOf = (one: ReturnType<typeof session>, selection: Record<string, number>) =>
    groupSlots(daily(one), DATE, selection)[0]?.slots[0]?.range

  it('is that of the chosen tickets, or of all of them if none is chosen', () => {
    expect(rangeOf(two, { [ADULT]: 1 })).toEqual({ lowMinor: 4498, highMinor: 4498 })
    expect(rangeOf(two, {})).toEqual({ lowMinor: 1500, highMinor: 4498 })
  })

  it('is null while there is no price, and 0 for free tickets', () => {
    const of = (all_in_minor: number | null) =>
      session({ ticket_prices: [ticketPrice({ all_in_minor })] })
    expect(rangeOf(of(null), { [ADULT]: 1 })).toBeNull()
    expect(rangeOf(of(0), { [ADULT]: 1 })).toEqual({ lowMinor: 0, highMinor: 0 })
  })
})

describe('scarcity of a slot', () => {
  const slotWith = (available_count: number, capacity: number) => {
    const only = session({ ticket_prices: [ticketPrice({ available_count, capacity })] })
    return groupSlots(daily(only), DATE, { [ADULT]: 1 })[0]?.slots[0]
  }

  it('few tickets of few are not scarce, few of many are', () => {
    expect(slotWith(4, 4)).toMatchObject({ availability: '4 left', isScarce: false })
    expect(slotWith(4, 40)).toMatchObject({ availability: '4 left', isScarce: true })
  })
})

describe('slotForKey', () => {
  // Rows of four: 0-3 and 4-5 in the morning, 6-9 and 10 in the evening.
  const move = (key: string, from: number) => slotForKey(key, from, [6, 5], 4)

  it.each([
    ['ArrowRight', 4, 5],
    ['ArrowLeft', 4, 3],
    ['ArrowDown', 1, 5],
    ['ArrowUp', 5, 1],
    ['Home', 4, 0],
    ['End', 4, 10],
  ])('%s from %i leads to %i', (key, from, to) => {
    expect(move(key, from)).toBe(to)
  })

  it('keeps the column across the shorter last row of a part of day', () => {
    expect(move('ArrowDown', 3)).toBe(5)
    expect(move('ArrowDown', 5)).toBe(7)
    expect(move('ArrowUp', 9)).toBe(5)
  })

  it('stays at the ends and leaves other keys alone', () => {
    expect(move('ArrowUp', 2)).toBe(2)
    expect(move('ArrowDown', 10)).toBe(10)
    expect(move('ArrowRight', 10)).toBe(10)
    expect(move('Enter', 4)).toBeUndefined()
  })
})
