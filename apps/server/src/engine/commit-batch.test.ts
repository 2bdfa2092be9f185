import { CommitOutcomeUnknown } from '@foyer/db'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  names,
  QUIET,
  recorder,
  stubDatabase,
  submitAll,
  told,
} from '../../test/support/lane-stub.ts'
import { createLanes } from './lanes.ts'
import { BUSY, UNCONFIRMED } from './refusals.ts'

describe('a commit that is never answered', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** The first commit gets no answer; `findBatch` says what became of it. */
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

  test('and did happen is answered as it was decided, not tried again', async () => {
    const { op, batches } = recorder()
    const lanes = createLanes(stubUnanswered(() => true).db, QUIET)
    const answers = await submitAll(
      lanes,
      names(3).map((name) => op(name)),
    )
    expect(answers.map(told)).toEqual(names(3))
    expect(batches()).toHaveLength(1)
  })

  test('and did not happen: nothing was held, and its callers may come back', async () => {
    const { op } = recorder()
    const lanes = createLanes(stubUnanswered(() => false).db, QUIET)
    expect(await lanes.submit(1, op('lost'))).toEqual(BUSY)
    expect(told(await lanes.submit(1, op('next')))).toBe('next')
  })

  test('is asked about again until the database is back', async () => {
    const { op } = recorder()
    let asked = 0
    const { db } = stubUnanswered(() => {
      asked += 1
      if (asked < 3) throw new Error('connect ECONNREFUSED')
      return true
    })
    vi.useFakeTimers()
    const answer = createLanes(db, QUIET).submit(1, op('patient'))
    await vi.advanceTimersByTimeAsync(2000)
    expect(told(await answer)).toBe('patient')
    expect(asked).toBe(3)
  })

  test('is given up on when that takes too long, in words that promise nothing', async () => {
    const { op } = recorder()
    const { db } = stubUnanswered(() => {
      throw new Error('connect ECONNREFUSED')
    })
    vi.useFakeTimers()
    const answer = createLanes(db, QUIET).submit(1, op('lost'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await answer).toEqual(UNCONFIRMED)
  })
})
