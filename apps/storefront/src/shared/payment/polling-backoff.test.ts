import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backoffAfter, createBackoff } from './polling-backoff.ts'

describe('backoffAfter', () => {
  it('grows, and stays short enough for a buyer who watches', () => {
    const pauses = Array.from({ length: 20 }, (_, round) => backoffAfter(round))
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses[0]).toBeLessThanOrEqual(500)
    expect(pauses.at(-1)).toBe(15_000)
  })
})

describe('a pause', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const leaving = new AbortController()
  it.each([
    ['its time is over', () => vi.advanceTimersByTime(60_000)],
    ['the connection is back', () => window.dispatchEvent(new Event('online'))],
    ['the tab is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the page is left', () => leaving.abort()],
  ])('ends when %s', async (_, happen) => {
    const waited = createBackoff().wait(60_000, leaving.signal)
    happen()
    await waited
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends when the buyer presses Try again, and leaves no timer', async () => {
    const pauses = createBackoff()
    const waited = pauses.wait(60_000, new AbortController().signal)
    pauses.wake()
    await waited
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends at once if the page was left already', async () => {
    await createBackoff().wait(60_000, AbortSignal.abort())
    expect(vi.getTimerCount()).toBe(0)
  })
})
