import type { Database } from '@foyer/db'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { holdLine, told } from '../../test/support/batch-world.ts'
import { createLanes } from './lanes.ts'

/**
 * A database that knows no session, so that every operation is answered 'session_not_found': here
 * only who is committed together counts. `before` may wait, or throw as a database would.
 */
function stubDatabase(before: (carts: string[]) => Promise<void> | void = () => {}) {
  const batches: string[][] = []
  const answers: Record<string, { rows: unknown[] }> = {
    lane_lock_stock: { rows: [] },
    lane_read_state: { rows: [{ now: new Date(), offer: null, types: null }] },
  }
  const client = {
    async query(sent: string | { name: string }, values?: [number, string, string[]]) {
      // The one statement without a name asks for the batch's holds.
      if (typeof sent !== 'string' || !values)
        return typeof sent === 'string' ? null : answers[sent.name]
      batches.push(values[2])
      await before(values[2])
      return { rows: [] }
    },
  }
  const db = {
    withTenantClient: (_: number, work: (client: unknown) => Promise<unknown>) => work(client),
  }
  return { db: db as unknown as Database, batches }
}

const QUIET = { onChange: () => {}, onError: () => {} }
const wishes = (count: number, name = 'cart') =>
  Array.from({ length: count }, (_, index) => holdLine(`${name} ${index}`, 1))

/** A condition that a test opens by hand. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

describe('group commit', () => {
  test('what arrives in one turn is one batch; what arrives meanwhile is the next', async () => {
    const { opened, open } = gate()
    const { db, batches } = stubDatabase(() => opened)
    const lanes = createLanes(db, QUIET)
    const first = wishes(5).map((op) => lanes.submit(1, 'session', op))
    await expect.poll(() => batches.length).toBe(1)
    const second = wishes(3).map((op) => lanes.submit(1, 'session', op))
    open()
    await Promise.all([...first, ...second])
    expect(batches.map((batch) => batch.length)).toEqual([5, 3])
  })

  test('a batch is at most 500, in order of arrival', async () => {
    const { db, batches } = stubDatabase()
    const lanes = createLanes(db, QUIET)
    const ops = wishes(1200)
    await Promise.all(ops.map((op) => lanes.submit(1, 'session', op)))
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 200])
    expect(batches.flat()).toEqual(ops.map((op) => op.cart.id))
  })

  test('each session has a lane of its own, and each tenant its own sessions', async () => {
    const { opened, open } = gate()
    const { db, batches } = stubDatabase(() => opened)
    const lanes = createLanes(db, QUIET)
    const all = [
      lanes.submit(1, 'session', holdLine('a', 1)),
      lanes.submit(1, 'another', holdLine('b', 1)),
      lanes.submit(2, 'session', holdLine('c', 1)),
    ]
    // All three are under way though none is done.
    await expect.poll(() => batches.flat().sort()).toEqual(['a', 'b', 'c'])
    open()
    await Promise.all(all)
  })
})

describe('a row that the database refuses', () => {
  const refusal = Object.assign(new pg.DatabaseError('bad row', 1, 'error'), { code: '23503' })

  test('does not sink its batch: all others are answered', async () => {
    const { db, batches } = stubDatabase((carts) => {
      if (carts.includes('cart 37')) throw refusal
    })
    const errors: unknown[] = []
    const lanes = createLanes(db, { ...QUIET, onError: (error) => errors.push(error) })
    const answers = await Promise.all(wishes(100).map((op) => lanes.submit(1, 'session', op)))
    expect(answers.map(told).filter((code) => code === 'session_not_found')).toHaveLength(99)
    expect(told(answers[37])).toBe('busy')
    // Halving finds it in about log2(100) steps, not by trying each alone.
    expect(batches.length).toBeLessThan(20)
    expect(new Set(errors)).toEqual(new Set([refusal]))
  })

  test('and two of them do not either', async () => {
    const { db } = stubDatabase((carts) => {
      if (carts.includes('cart 0') || carts.includes('cart 9')) throw refusal
    })
    const lanes = createLanes(db, QUIET)
    const answers = await Promise.all(wishes(10).map((op) => lanes.submit(1, 'session', op)))
    const busy = answers.flatMap((answer, index) => (told(answer) === 'busy' ? [index] : []))
    expect(busy).toEqual([0, 9])
  })
})

test('a connection that is lost says nothing about the rows: all may come back, none is tried twice', async () => {
  const { db, batches } = stubDatabase(() => {
    throw new Error('Connection terminated unexpectedly')
  })
  const lanes = createLanes(db, QUIET)
  const answers = await Promise.all(wishes(4).map((op) => lanes.submit(1, 'session', op)))
  expect(answers.map(told)).toEqual(['busy', 'busy', 'busy', 'busy'])
  expect(batches).toHaveLength(1)
})

describe('the queue', () => {
  test('is bounded: beyond 10,000 waiting a caller is told to come back', async () => {
    const { opened, open } = gate()
    const { db, batches } = stubDatabase(() => opened)
    const lanes = createLanes(db, QUIET)
    const first = lanes.submit(1, 'session', holdLine('first', 1))
    await expect.poll(() => batches.length).toBe(1)
    const waiting = wishes(10_000).map((op) => lanes.submit(1, 'session', op))
    const refused = await Promise.all(wishes(3).map((op) => lanes.submit(1, 'session', op)))
    expect(refused.map(told)).toEqual(['busy', 'busy', 'busy'])
    open()
    const answers = await Promise.all([first, ...waiting])
    expect(new Set(answers.map(told))).toEqual(new Set(['session_not_found']))
    expect(told(await lanes.submit(1, 'session', holdLine('later', 1)))).toBe('session_not_found')
  })

  test('is drained: what was accepted is answered, what comes after is not taken', async () => {
    const { opened, open } = gate()
    const { db, batches } = stubDatabase(() => opened)
    const lanes = createLanes(db, QUIET)
    const accepted = wishes(3).map((op) => lanes.submit(1, 'session', op))
    await expect.poll(() => batches.length).toBe(1)
    const drained = lanes.drain()
    expect(lanes.isAccepting()).toBe(false)
    expect(told(await lanes.submit(1, 'session', holdLine('late', 1)))).toBe('busy')
    open()
    await drained
    expect((await Promise.all(accepted)).map(told)).toEqual(
      wishes(3).map(() => 'session_not_found'),
    )
    expect(batches).toHaveLength(1)
  })
})
