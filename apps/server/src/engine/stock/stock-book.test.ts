import { expect, test } from 'vitest'
import { StockBook } from './stock-book.ts'

/** A session with 10 tickets, of which 3 are VIP; 2 are held and 1 is sold. */
const openBook = () =>
  new StockBook({
    sessionIds: ['session', 'gone'],
    pools: [
      { sessionId: 'session', poolId: 'session', capacity: 10, held: 2, sold: 1 },
      { sessionId: 'session', poolId: 'vip', capacity: 3, held: 0, sold: 1 },
      { sessionId: 'session', poolId: 'ga', capacity: null, held: 2, sold: 0 },
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
