import { describe, expect, test } from 'vitest'
import { StockBook } from './stock-book.ts'

/** A session with 10 tickets, of which 3 are VIP; 2 are held and 1 is sold. */
const openBook = () =>
  new StockBook({
    sessionIds: ['session', 'gone'],
    pools: [
      {
        sessionId: 'session',
        poolId: 'session',
        capacity: 10,
        held: 2,
        sold: 1,
        places: 1,
        groupId: null,
      },
      {
        sessionId: 'session',
        poolId: 'vip',
        capacity: 3,
        held: 0,
        sold: 1,
        places: 1,
        groupId: null,
      },
      {
        sessionId: 'session',
        poolId: 'ga',
        capacity: null,
        held: 2,
        sold: 0,
        places: 1,
        groupId: null,
      },
    ],
  })
const line = { sessionId: 'session', ticketTypeId: 'ga', quantity: 2 }

test('what is held and what is sold is taken; an unknown pool has neither', () => {
  const book = openBook()
  expect(book.takenOf('session', 'session')).toBe(3)
  expect(book.takenOf('session', 'vip')).toBe(1)
  expect(book.takenOf('session', 'child')).toBeNull()
})

test('the capacity of a session is that of its total; without limit, and if it is unknown, it has none', () => {
  const book = openBook()
  expect(book.capacityOf('session')).toBe(10)
  book.setCapacity('session', 'session', null)
  expect(book.capacityOf('session')).toBeNull()
  expect(book.capacityOf('other')).toBeNull()
})

test('a session is gone if it was asked for and has no stock rows', () => {
  const book = openBook()
  expect(['session', 'gone', 'other'].map((id) => book.isGone(id))).toEqual([false, true, false])
})

test('the ledger names every hold of a movement', () => {
  const book = openBook()
  book.move({ ...line, id: 'first' }, 'hold', 2, 0)
  book.move({ ...line, id: 'second' }, 'hold', 2, 0)
  expect(book.rows().ledger).toMatchObject([{ heldDelta: 4, holdIds: ['first', 'second'] }])
})

test('a counter that ends where it began is not written, while the ledger has both movements', () => {
  const book = openBook()
  book.move({ ...line, id: 'first' }, 'hold', 2, 0)
  book.move({ ...line, id: 'first' }, 'release', -2, 0)
  const { deltas, ledger } = book.rows()
  expect(deltas).toEqual([])
  expect(ledger.map(({ kind }) => kind)).toEqual(['hold', 'release'])
})

test('a hold that is sold moves from one counter to the other', () => {
  const book = openBook()
  book.move({ ...line, id: 'first' }, 'sell', -2, 2)
  expect(book.rows().deltas).toEqual([
    { sessionId: 'session', poolId: 'session', held: -2, sold: 2 },
    { sessionId: 'session', poolId: 'ga', held: -2, sold: 2 },
  ])
  expect(book.takenOf('session', 'session')).toBe(3)
})

test('of several capacities in one batch the first former and the last new one are written', () => {
  const book = openBook()
  book.setCapacity('session', 'vip', 5)
  book.setCapacity('session', 'vip', 8)
  expect(book.rows().capacities).toEqual([
    { sessionId: 'session', poolId: 'vip', before: 3, capacity: 8 },
  ])
})

test('a capacity that ends as it was, or of a pool that does not exist, is not written', () => {
  const book = openBook()
  book.setCapacity('session', 'vip', 5)
  book.setCapacity('session', 'vip', 3)
  book.setCapacity('session', 'child', 5)
  expect(book.rows().capacities).toEqual([])
})

describe('tickets of several places, and types that share a capacity', () => {
  /** A session of 10 places; family tickets take 4 and share 8 places with the floor. */
  const openFamilies = () =>
    new StockBook({
      sessionIds: ['session'],
      pools: [
        pool('session', 10, 1, null),
        pool('family', 3, 4, 'group'),
        pool('floor', null, 1, 'group'),
        pool('balcony', null, 1, null),
        pool('group', 8, 1, 'group'),
      ],
    })
  const pool = (
    poolId: string,
    capacity: number | null,
    places: number,
    groupId: string | null,
  ) => ({
    ...{ sessionId: 'session', poolId, capacity, places, groupId },
    ...{ held: 0, sold: 0 },
  })
  const lineOf = (ticketTypeId: string, quantity: number) => ({
    ...{ sessionId: 'session', ticketTypeId, quantity },
  })

  test('a ticket moves one of its type, and its places in the session and the group', () => {
    const book = openFamilies()
    book.move({ ...lineOf('family', 2), id: 'hold' }, 'hold', 2, 0)
    expect(book.rows().deltas).toEqual([
      { sessionId: 'session', poolId: 'session', held: 8, sold: 0 },
      { sessionId: 'session', poolId: 'family', held: 2, sold: 0 },
      { sessionId: 'session', poolId: 'group', held: 8, sold: 0 },
    ])
    expect(book.rows().ledger).toMatchObject([{ ticketTypeId: 'family', heldDelta: 2 }])
  })

  test('whole tickets are left: what type, session and group allow', () => {
    const book = openFamilies()
    const left = () => ['family', 'floor', 'balcony'].map((type) => book.roomFor('session', type))
    expect(left()).toEqual([2, 8, 10])
    book.move({ ...lineOf('floor', 5), id: 'hold' }, 'hold', 5, 0)
    expect(left()).toEqual([0, 3, 5])
  })

  test('types that share a capacity have it left once, for the ones that take the fewest places', () => {
    const book = openFamilies()
    const left = (...types: string[]) => book.roomForAll('session', types)
    expect([left('family'), left('family', 'floor'), left('floor', 'balcony')]).toEqual([2, 8, 10])
    book.move({ ...lineOf('balcony', 3), id: 'hold' }, 'hold', 3, 0)
    expect([left('family'), left('floor', 'balcony')]).toEqual([1, 7])
    book.setCapacity('session', 'session', null)
    expect([left('family', 'floor'), left('floor', 'balcony')]).toEqual([8, null])
  })

  test.each([
    [
      'the group, of several types',
      [
        ['family', 1],
        ['floor', 5],
      ],
      { groupId: 'group', room: 8 },
    ],
    [
      'the session',
      [
        ['family', 2],
        ['balcony', 3],
      ],
      { ticketTypeId: null, room: 10 },
    ],
  ] as const)('a shortage names %s', (_, lines, short) => {
    const found = openFamilies().shortage(lines.map(([type, quantity]) => lineOf(type, quantity)))
    expect(found).toMatchObject(short)
  })

  test('as many tickets can be exchanged as fit beside the old ones, if they take more places', () => {
    const book = openFamilies()
    const times = (from: string, to: string) => book.roomToExchange('session', [from, to])
    book.move({ ...lineOf('floor', 2), id: 'hold' }, 'hold', 2, 0)
    // 8 places are left, 6 of them of the group.
    expect(times('floor', 'family')).toBe(1)
    expect(times('balcony', 'family')).toBe(1)
    expect(times('balcony', 'floor')).toBe(6)
    expect(times('floor', 'balcony')).toBeNull()
    expect(times('family', 'floor')).toBeNull()
    expect(times('family', 'balcony')).toBeNull()
  })

  test('an exchange takes more if its new tickets take more places than the old ones', () => {
    const takesMore = (entering: number, leaving: number) =>
      openFamilies().takesMore([lineOf('family', entering)], [lineOf('floor', leaving)])
    expect([takesMore(1, 3), takesMore(1, 4), takesMore(2, 7)]).toEqual([true, false, true])
  })

  test('an exchange needs only the places that it takes more than it gives back', () => {
    const book = openFamilies()
    book.move({ ...lineOf('floor', 8), id: 'hold' }, 'hold', 8, 0)
    const [family] = [lineOf('family', 1)]
    expect(book.shortage([family], [lineOf('floor', 4)])).toBeNull()
    expect(book.shortage([family], [lineOf('floor', 3)])).toMatchObject({ room: 3 })
  })
})
