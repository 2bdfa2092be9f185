import { setImmediate } from 'node:timers/promises'
import { granted } from '@foyer/contract'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import {
  gates,
  names,
  outcomeOf,
  QUIET,
  recorder,
  stubDatabase,
  submitAll,
} from '../../../test/support/lane-stub.ts'
import { BUSY } from '../refusals.ts'
import { createLanes } from './lanes.ts'

describe('group commit', () => {
  test('operations that arrive in one turn of the event loop form a batch, and later ones the next batch', async () => {
    const { close, open, onLock } = gates()
    const { db, locked } = stubDatabase({ onLock })
    const { op, batches } = recorder()
    const lanes = createLanes(db, QUIET)
    close('session')
    const first = submitAll(
      lanes,
      names(5).map((name) => op(name)),
    )
    await expect.poll(() => locked).toHaveLength(1)
    const second = submitAll(
      lanes,
      names(3, 'late').map((name) => op(name)),
    )
    open('session')
    expect((await first).map(outcomeOf)).toEqual(names(5))
    await second
    expect(batches()).toEqual([names(5), names(3, 'late')])
  })

  test('a batch takes a bounded number of operations, in order of arrival', async () => {
    const { op, batches } = recorder()
    const lanes = createLanes(stubDatabase().db, QUIET)
    await submitAll(
      lanes,
      names(1200).map((name) => op(name)),
    )
    const sizes = batches().map((batch) => batch.length)
    const [bound = 0] = sizes
    expect(bound).toBeLessThanOrEqual(500)
    expect(sizes.slice(0, -1).every((size) => size === bound)).toBe(true)
    expect(batches().flat()).toEqual(names(1200))
  })

  test('idle sessions of one tenant share a batch; two tenants never do', async () => {
    const { op, batches } = recorder()
    const { db, locked } = stubDatabase()
    const lanes = createLanes(db, QUIET)
    await Promise.all([
      lanes.submit(1, op('ours', ['a'])),
      lanes.submit(1, op('ours too', ['b'])),
      lanes.submit(2, op('theirs', ['c'])),
    ])
    expect(batches()).toEqual([['ours', 'ours too'], ['theirs']])
    expect(locked).toEqual([['a', 'b'], ['c']])
  })

  test('a slow session delays no other session', async () => {
    const { close, open, onLock } = gates()
    const { op } = recorder()
    const lanes = createLanes(stubDatabase({ onLock }).db, QUIET)
    close('slow')
    const slow = lanes.submit(1, op('slow', ['slow']))
    await setImmediate()
    expect(outcomeOf(await lanes.submit(1, op('quick', ['quick'])))).toBe('quick')
    open('slow')
    expect(outcomeOf(await slow)).toBe('slow')
  })

  test('the lanes report the sessions whose stock moved, and the outcome of every batch', async () => {
    const { op } = recorder()
    const changed: string[] = []
    const sizes: number[] = []
    const lanes = createLanes(stubDatabase().db, {
      ...QUIET,
      onChange: (_, sessionId) => changed.push(sessionId),
      onBatch: ({ ops, ok }) => sizes.push(ok ? ops : -ops),
    })
    const hold = { id: 'hold', sessionId: 'session', ticketTypeId: 'ga', quantity: 1 }
    const moving = op('moving', ['session'], (book) => {
      book.stock.move(hold, 'hold', 1, 0)
      // The counters end as they were, but the ledger has both movements.
      book.stock.move(hold, 'release', -1, 0)
      return granted('moving')
    })
    await submitAll(lanes, [moving, op('idle', ['another'])])
    expect(changed).toEqual(['session'])
    expect(sizes).toEqual([2])
  })
})

describe('an operation over several sessions', () => {
  test('waits for all of them, and no later operation overtakes it in any of them', async () => {
    const { close, open, onLock } = gates()
    const { op, batches } = recorder()
    const lanes = createLanes(stubDatabase({ onLock }).db, QUIET)
    close('a')
    const first = lanes.submit(1, op('a', ['a']))
    await setImmediate()
    const both = lanes.submit(1, op('both', ['a', 'b']))
    const later = submitAll(lanes, [op('later a', ['a']), op('later b', ['b'])])
    expect(outcomeOf(await lanes.submit(1, op('c', ['c'])))).toBe('c')
    expect(batches()).toEqual([['c']])
    open('a')
    await Promise.all([first, both, later])
    expect(batches()).toEqual([['c'], ['a'], ['both'], ['later a', 'later b']])
  })

  test('is retried with more locks if it discovers more sessions; the rest of its batch commits', async () => {
    const { close, open, onLock } = gates()
    const { op, batches } = recorder()
    const { db, locked } = stubDatabase({ onLock })
    const lanes = createLanes(db, QUIET)
    let asked = 0
    const wide = op('wide', [], () => {
      asked += 1
      return asked === 1 ? { widenTo: ['far'] } : granted('wide')
    })
    close('far')
    const answer = lanes.submit(1, wide)
    expect(outcomeOf(await lanes.submit(1, op('near', ['near'])))).toBe('near')
    open('far')
    expect(outcomeOf(await answer)).toBe('wide')
    expect(locked).toEqual([['near'], ['far']])
    expect(batches()).toEqual([['wide', 'near'], ['wide']])
  })

  test('never has a session in two batches at once, and every operation is answered', async () => {
    const anySessions = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.array(anySessions, { maxLength: 60 }), async (requests) => {
        const { op } = recorder()
        const inProgress: string[] = []
        const { db } = stubDatabase({
          async onLock(sessionIds) {
            expect(inProgress.filter((sessionId) => sessionIds.includes(sessionId))).toEqual([])
            inProgress.push(...sessionIds)
            await setImmediate()
            for (const sessionId of sessionIds) inProgress.splice(inProgress.indexOf(sessionId), 1)
          },
        })
        const lanes = createLanes(db, QUIET)
        const answers = await Promise.all(
          requests.map(async (sessionIds, index) => {
            if (index % 7 === 0) await setImmediate()
            return lanes.submit(1, op(String(index), sessionIds))
          }),
        )
        expect(answers.map(outcomeOf)).toEqual(requests.map((_, index) => String(index)))
      }),
      { numRuns: 50 },
    )
  })
})

describe('a row that the database refuses', () => {
  const refusal = Object.assign(new pg.DatabaseError('bad row', 1, 'error'), { code: '23503' })
  const refuse = () => {
    throw refusal
  }

  test('fails only its own operation; the others of the batch are answered', async () => {
    const { op, batches } = recorder()
    const errors: unknown[] = []
    const lanes = createLanes(stubDatabase().db, {
      ...QUIET,
      onError: (error) => errors.push(error),
    })
    const ops = names(100).map((name) =>
      op(name, ['session'], name === 'op 37' ? refuse : undefined),
    )
    const answers = await submitAll(lanes, ops)
    expect(answers.map(outcomeOf)).toEqual(names(100).with(37, 'busy'))
    // Halving finds the row in about log2(100) steps; trying each alone would take 100.
    expect(batches().length).toBeLessThan(20)
    expect(new Set(errors)).toEqual(new Set([refusal]))
  })

  test('fails only its own operation, also if two operations have such a row', async () => {
    const { op } = recorder()
    const lanes = createLanes(stubDatabase().db, QUIET)
    const poison = ['op 0', 'op 9']
    const ops = names(10).map((name) =>
      op(name, ['session'], poison.includes(name) ? refuse : undefined),
    )
    const answers = await submitAll(lanes, ops)
    expect(answers.map(outcomeOf)).toEqual(names(10).with(0, 'busy').with(9, 'busy'))
  })

  test('is tried once more alone, and then finds the key that another process has just used', async () => {
    const { op } = recorder()
    const lanes = createLanes(stubDatabase().db, QUIET)
    let tries = 0
    const once = op('once', ['session'], () => {
      tries += 1
      return tries === 1 ? refuse() : granted('once')
    })
    expect(outcomeOf(await lanes.submit(1, once))).toBe('once')
    let asked = 0
    const never = op('never', ['session'], () => {
      asked += 1
      return refuse()
    })
    expect(outcomeOf(await lanes.submit(1, never))).toBe('busy')
    expect([tries, asked]).toEqual([2, 2])
  })
})

test('a lost connection refuses the whole batch as busy, and no operation is tried again', async () => {
  const { op } = recorder()
  const { db, locked } = stubDatabase({
    onLock() {
      throw new Error('Connection terminated unexpectedly')
    },
  })
  const lanes = createLanes(db, QUIET)
  const answers = await submitAll(
    lanes,
    names(4).map((name) => op(name)),
  )
  expect(answers).toEqual([BUSY, BUSY, BUSY, BUSY])
  expect(locked).toHaveLength(1)
})

describe('the queue', () => {
  test('is bounded: beyond 10,000 waiting operations, calls are refused as busy', async () => {
    const { close, open, onLock } = gates()
    const { op } = recorder()
    const lanes = createLanes(stubDatabase({ onLock }).db, QUIET)
    close('session')
    const first = lanes.submit(1, op('first'))
    await setImmediate()
    const waiting = submitAll(
      lanes,
      names(10_000).map((name) => op(name)),
    )
    expect(lanes.stats()).toMatchObject({ queued: 10_000, lanes: 1 })
    const refused = await submitAll(
      lanes,
      names(3).map((name) => op(name)),
    )
    expect(refused).toEqual([BUSY, BUSY, BUSY])
    open('session')
    await first
    expect((await waiting).map(outcomeOf)).toEqual(names(10_000))
    expect(outcomeOf(await lanes.submit(1, op('later')))).toBe('later')
    expect(lanes.stats()).toEqual({ queued: 0, lanes: 0, oldestMs: 0, inProgress: 0 })
  })

  test('drains: accepted operations are answered, later ones are refused', async () => {
    const { close, open, onLock } = gates()
    const { op, batches } = recorder()
    const lanes = createLanes(stubDatabase({ onLock }).db, QUIET)
    let asked = 0
    const wide = op('wide', ['session'], () => {
      asked += 1
      return asked === 1 ? { widenTo: ['far'] } : granted('wide')
    })
    close('session')
    const accepted = submitAll(lanes, [op('first'), wide])
    await setImmediate()
    let isDrained = false
    const drained = lanes.drain().then(() => {
      isDrained = true
    })
    expect(lanes.isAccepting()).toBe(false)
    expect(await lanes.submit(1, op('late'))).toEqual(BUSY)
    expect(isDrained).toBe(false)
    open('session')
    await drained
    expect((await accepted).map(outcomeOf)).toEqual(['first', 'wide'])
    expect(batches().flat()).not.toContain('late')
  })
})
