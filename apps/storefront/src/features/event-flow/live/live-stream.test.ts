import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followStream } from './live-stream.ts'

/** The used part of the browser's EventSource; the test acts as the server. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeEventSource[] = []
  readyState = 1
  onopen?: () => void
  onmessage?: (message: { data: string; lastEventId: string }) => void
  onerror?: () => void
  readonly address: string

  constructor(address: string) {
    super()
    this.address = address
    FakeEventSource.all.push(this)
  }

  close() {
    this.readyState = FakeEventSource.CLOSED
  }

  say(delta: object, lastEventId: string) {
    this.onmessage?.({ data: JSON.stringify(delta), lastEventId })
  }

  fail(readyState: number) {
    this.readyState = readyState
    this.onerror?.()
  }
}

const page = Object.assign(new EventTarget(), { hidden: false })
const show = (hidden: boolean) => {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}
const opened = () => FakeEventSource.all.map(({ address }) => address)
const last = () => {
  const source = FakeEventSource.all.at(-1)
  if (!source) throw new Error('nothing was opened')
  return source
}

const said = { onChanges: vi.fn(), onReset: vi.fn(), onHealth: vi.fn() }
const follow = () => followStream({ address: '/api/events/1/live', ...said })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', page)
  const top = new EventTarget()
  vi.stubGlobal('addEventListener', top.addEventListener.bind(top))
  vi.stubGlobal('removeEventListener', top.removeEventListener.bind(top))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  FakeEventSource.all = []
  page.hidden = false
})

describe('the stream of an event', () => {
  it('the stream is one connection and passes on its messages', () => {
    const stop = follow()
    last().onopen?.()
    last().say({ days: {} }, '7')
    expect(opened()).toEqual(['/api/events/1/live'])
    expect(said.onChanges).toHaveBeenCalledWith({ days: {} })
    expect(said.onHealth).toHaveBeenLastCalledWith(true)
    stop()
    expect(last().readyState).toBe(FakeEventSource.CLOSED)
    expect(said.onHealth).toHaveBeenLastCalledWith(false)
  })

  it('the page is refetched when the stream begins and when it cannot be resumed', () => {
    const stop = follow()
    last().onopen?.()
    expect(said.onReset).toHaveBeenCalledTimes(1)
    last().dispatchEvent(Object.assign(new Event('reset'), { lastEventId: '9' }))
    expect(said.onReset).toHaveBeenCalledTimes(2)
    stop()
  })

  it('the stream closes while the page is hidden and resumes at its version', () => {
    const stop = follow()
    last().onopen?.()
    last().say({}, '7')
    show(true)
    expect(last().readyState).toBe(FakeEventSource.CLOSED)
    show(false)
    last().onopen?.()
    expect(opened()).toEqual(['/api/events/1/live', '/api/events/1/live?since=7'])
    expect(said.onReset).toHaveBeenCalledTimes(1)
    stop()
  })

  it('the browser retries a lost connection, and a refused stream is retried after a while', () => {
    const stop = follow()
    last().fail(0)
    expect(said.onHealth).toHaveBeenLastCalledWith(false)
    vi.advanceTimersByTime(120_000)
    expect(opened()).toHaveLength(1)

    last().fail(FakeEventSource.CLOSED)
    vi.advanceTimersByTime(59_000)
    expect(opened()).toHaveLength(1)
    vi.advanceTimersByTime(30_000)
    expect(opened()).toHaveLength(2)
    stop()
    last().fail(FakeEventSource.CLOSED)
    vi.advanceTimersByTime(120_000)
    expect(opened()).toHaveLength(2)
  })

  it('the stream is not opened for a hidden page', () => {
    page.hidden = true
    const stop = follow()
    expect(opened()).toHaveLength(0)
    show(false)
    expect(opened()).toHaveLength(1)
    stop()
  })
})
