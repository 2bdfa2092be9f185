import { describe, expect, test } from 'vitest'
import type { HeldTickets } from '../engine/holds/hold-allowance.ts'
import { createHeldTicketLimits } from './held-tickets.ts'

const NUMBERS = { perBrowser: 100, perNetwork: 300, shareOfSession: 0.1, perSessionAtLeast: 20 }
const FAMILY = { tenantId: 1, network: '192.0.2.1', browserId: 'a browser' }
const BEGIN = new Date('2026-11-22T10:00:00Z')
const minutes = (count: number) => new Date(BEGIN.getTime() + count * 60_000)

function limitsOf() {
  let refused = 0
  const limits = createHeldTicketLimits(
    NUMBERS,
    () => 1,
    (caller) => caller,
    () => {
      refused += 1
    },
  )
  /** Holds tickets for 15 minutes from `now`; returns whether they were granted. */
  const hold = (
    quantity: number,
    at: { now?: Date; removed?: HeldTickets[]; each?: number; capacity?: number | null } = {},
  ) => {
    const { now = BEGIN, removed = [], each = 1, capacity = 200 } = at
    const allowance = limits.allowanceFor(FAMILY)
    const added = [{ ...tickets(quantity, now), places: quantity * each, capacity }]
    return allowance.take({ now, added, removed }) === null
  }
  return { limits, hold, refused: () => refused }
}

const tickets = (quantity: number, now = BEGIN): HeldTickets => ({
  eventId: 'an event',
  sessionId: 'a session',
  capacity: 200,
  quantity,
  places: quantity,
  endsAt: new Date(now.getTime() + 15 * 60_000),
})

describe('tickets that a network holds', () => {
  test('count until their holds have expired', () => {
    const { hold, refused } = limitsOf()
    expect(hold(20)).toBe(true)
    expect(hold(1, { now: minutes(14) })).toBe(false)
    expect(refused()).toBe(1)
    expect(hold(20, { now: minutes(16) })).toBe(true)
  })

  test('count once for a cart, even if it is held several times', () => {
    const { hold } = limitsOf()
    expect(hold(20)).toBe(true)
    for (let turn = 1; turn < 10; turn += 1) {
      expect(hold(20, { now: minutes(turn), removed: [tickets(20, minutes(turn - 1))] })).toBe(true)
    }
    expect(hold(1, { now: minutes(9) })).toBe(false)
  })

  test('are bounded as tickets, and by the places that they take only beyond the first twenty', () => {
    const family = { each: 4 }
    const { hold } = limitsOf()
    expect(hold(20, family)).toBe(true)
    expect(hold(1, family)).toBe(false)
    const large = limitsOf()
    expect(large.hold(25, { ...family, capacity: 1000 })).toBe(true)
    expect(large.hold(1, { ...family, capacity: 1000 })).toBe(false)
    const endless = limitsOf()
    expect(endless.hold(100, { ...family, capacity: null })).toBe(true)
    expect(endless.hold(1, { ...family, capacity: null })).toBe(false)
  })

  test('are more if as many tickets take more places', () => {
    const { hold } = limitsOf()
    const adults = [tickets(30)]
    expect(hold(30, { capacity: 300 })).toBe(true)
    expect(hold(30, { capacity: 300, each: 4, removed: adults })).toBe(false)
    expect(hold(30, { capacity: 300, removed: adults })).toBe(true)
  })

  test('may be reduced or kept by a client that already holds too many', () => {
    const { limits } = limitsOf()
    const [, , bySession] = limits.sources
    bySession?.takeOthers(new Map([['1 192.0.2.1 a session', 50]]))
    const allowance = limits.allowanceFor(FAMILY)
    const change = { now: BEGIN, added: [tickets(2)], removed: [tickets(2)] }
    expect(allowance.take(change)).toBeNull()
  })

  test('do not count twice if the operation is decided twice, nor at all if it is not carried out', () => {
    const { limits, hold } = limitsOf()
    const failed = limits.allowanceFor(FAMILY)
    failed.take({ now: BEGIN, added: [tickets(20)], removed: [] })
    failed.settle(false)
    const repeated = limits.allowanceFor(FAMILY)
    for (let turn = 0; turn < 3; turn += 1) {
      expect(repeated.take({ now: BEGIN, added: [tickets(10)], removed: [] })).toBeNull()
    }
    repeated.settle(true)
    expect(hold(10)).toBe(true)
    expect(hold(1)).toBe(false)
  })
})

describe('counts that processes share', () => {
  test('add up when tickets are held in one process and released in another', () => {
    const one = limitsOf()
    const other = limitsOf()
    expect(one.hold(20)).toBe(true)
    const released = other.limits.allowanceFor(FAMILY)
    released.take({ now: BEGIN, added: [], removed: [tickets(20)] })
    exchange(one, other)
    expect(one.hold(20)).toBe(true)
    expect(one.hold(1)).toBe(false)
  })

  test('report a caller again once it holds few tickets, so that no process counts too many for it', () => {
    const { limits, hold } = limitsOf()
    const [, , bySession] = limits.sources
    hold(20)
    expect(bySession?.hotCounts()).toMatchObject([{ count: 20 }])
    const released = limits.allowanceFor(FAMILY)
    released.take({ now: BEGIN, added: [], removed: [tickets(20)] })
    expect(bySession?.hotCounts()).toMatchObject([{ count: 0 }])
    expect(bySession?.hotCounts()).toEqual([])
  })
})

type Process = ReturnType<typeof limitsOf>

/** Exchanges the counts of two processes: each writes its own and reads the other's. */
function exchange(one: Process, other: Process): void {
  for (const [to, from] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const [index, source] of from.limits.sources.entries()) {
      const counts = source.hotCounts().map(({ key, count }) => [key, count] as const)
      to.limits.sources[index]?.takeOthers(new Map(counts))
    }
  }
}
