import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ADULT, calendar, DATE, daily, MORNING, session } from '../../../../test/day.ts'
import { aContext } from '../../../../test/fixtures.ts'
import { calendarQuery, dailyPricesQuery } from '../../../data/queries.ts'
import { type LiveCache, openLiveCache } from './live-cache.ts'

const EVENT_ID = '88888888-8888-4888-8888-888888888888'
const answers = { '/api/price/daily': { success: true, data: daily(session()) } }
const { app, queryClient } = aContext(answers)
const day = dailyPricesQuery(app, EVENT_ID, DATE)
const days = calendarQuery(app, EVENT_ID)
const gone = {
  sessions: { [MORNING]: { room: 0, types: { [ADULT]: 0 } } },
  days: { [DATE]: { status: 'sold_out', allInMinor: 3498 } },
} as const
const placesLeft = () => queryClient.getQueryData(day.queryKey)?.sessions[MORNING]?.available_count

let live: LiveCache
beforeEach(() => {
  live = openLiveCache(queryClient, app, EVENT_ID)
})
afterEach(() => {
  live.stop()
  queryClient.clear()
})

describe('changes from the stream', () => {
  it('a change is merged into fetched data without making it fresh', () => {
    queryClient.setQueryData(day.queryKey, daily(session()), { updatedAt: 1000 })
    queryClient.setQueryData(days.queryKey, calendar())
    live.merge(gone)
    expect(placesLeft()).toBe(0)
    expect(queryClient.getQueryData(days.queryKey)?.dates[DATE]?.status).toBe('sold_out')
    expect(queryClient.getQueryState(day.queryKey)?.dataUpdatedAt).toBe(1000)
  })

  it('a change is applied to an answer that was requested before it', async () => {
    const answer = queryClient.fetchQuery(day)
    live.merge(gone)
    await answer
    expect(placesLeft()).toBe(0)
  })

  it('after the stream is lost, answers are used as they are', async () => {
    live.merge(gone)
    live.forget()
    await queryClient.fetchQuery(day)
    expect(placesLeft()).toBe(40)
  })

  it('a change of another event changes nothing', () => {
    const other = openLiveCache(queryClient, app, 'another')
    queryClient.setQueryData(day.queryKey, daily(session()))
    other.merge(gone)
    expect(placesLeft()).toBe(40)
    other.stop()
  })

  it('a change does not mark invalidated data as valid', () => {
    queryClient.setQueryData(day.queryKey, daily(session()))
    live.refetch()
    live.merge(gone)
    expect(queryClient.getQueryState(day.queryKey)?.isInvalidated).toBe(true)
  })
})
