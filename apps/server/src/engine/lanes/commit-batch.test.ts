import { granted } from '@foyer/contract'
import { CommitOutcomeUnknown } from '@foyer/db'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  names,
  outcomeOf,
  QUIET,
  recorder,
  stubDatabase,
  submitAll,
} from '../../../test/support/lane-stub.ts'
import { BUSY, UNCONFIRMED } from '../refusals.ts'
import { createLanes } from './lanes.ts'

describe('a commit that is never answered', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Operations that hold a ticket and answer with their own name. */
  function holders() {
    const { op, batches } = recorder()
    const hold = (name: string) =>
      op(name, ['session'], (book) => {
        const line = { sessionId: 'session', ticketTypeId: 'ga', quantity: 1 }
        book.holds.grant({ id: name, browserId: name, number: '1' }, [line], null, null)
        return granted(name)
      })
    return { hold, batches }
  }

  /** The first commit gets no answer. `findBatch` says whether the batch was committed. */
  function stubUnanswered(findBatch: () => boolean) {
    let commits = 0
    return stubDatabase({
      onCommit() {
        commits += 1
        if (commits === 1)
          throw new CommitOutcomeUnknown('lost', {
            cause: new Error('Connection terminated unexpectedly'),
          })
      },
      findBatch,
    })
  }

  test('is answered as it was decided if the ledger has its batch, and is not tried again', async () => {
    const { hold, batches } = holders()
    const lanes = createLanes(stubUnanswered(() => true).db, QUIET)
    const answers = await submitAll(
      lanes,
      names(3).map((name) => hold(name)),
    )
    expect(answers.map(outcomeOf)).toEqual(names(3))
    expect(batches()).toHaveLength(1)
  })

  test('refuses its callers as busy if the ledger does not have its batch', async () => {
    const { hold } = holders()
    const lanes = createLanes(stubUnanswered(() => false).db, QUIET)
    expect(await lanes.submit(1, hold('lost'))).toEqual(BUSY)
    expect(outcomeOf(await lanes.submit(1, hold('next')))).toBe('next')
  })

  test('stays unknown for a batch that moved no stock, because such a batch is not in the ledger', async () => {
    let asked = 0
    const { db } = stubUnanswered(() => {
      asked += 1
      return false
    })
    const { op } = recorder()
    expect(await createLanes(db, QUIET).submit(1, op('attached'))).toEqual(UNCONFIRMED)
    expect(asked).toBe(0)
  })

  test('is looked up again until the database is back', async () => {
    const { hold } = holders()
    let asked = 0
    const { db } = stubUnanswered(() => {
      asked += 1
      if (asked < 3) throw new Error('connect ECONNREFUSED')
      return true
    })
    vi.useFakeTimers()
    const answer = createLanes(db, QUIET).submit(1, hold('patient'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(outcomeOf(await answer)).toBe('patient')
    expect(asked).toBe(3)
  })

  test('is reported as unconfirmed when the look-up takes too long', async () => {
    const { hold } = holders()
    const { db } = stubUnanswered(() => {
      throw new Error('connect ECONNREFUSED')
    })
    vi.useFakeTimers()
    const answer = createLanes(db, QUIET).submit(1, hold('lost'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await answer).toEqual(UNCONFIRMED)
  })
})
