import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  gates,
  names,
  outcomeOf,
  QUIET,
  recorder,
  stubDatabase,
} from '../../../test/support/lane-stub.ts'
import { BOUNDS } from '../../bounds.ts'
import { createLanes } from './lanes.ts'
import type { LaneOp } from './operation.ts'

/** A lane whose session is locked, so that submitted operations wait. */
async function waitingLane(bounds = {}) {
  const { close, open, onLock } = gates()
  const { op, batches } = recorder()
  const lanes = createLanes(stubDatabase({ onLock }).db, QUIET, { ...BOUNDS, ...bounds })
  close('session')
  const first = lanes.submit(1, op('first'))
  await setImmediate()
  const submit = (client: string, ...ops: LaneOp<string>[]) =>
    Promise.all(ops.map((each) => lanes.submit(1, each, client)))
  return {
    lanes,
    op,
    /** The operations decided after the first one, by batch. */
    batches: () => batches().slice(1),
    submit,
    finishing: (name: string): LaneOp<string> => ({ ...op(name), finishes: true }),
    async open() {
      open('session')
      await first
    },
  }
}

describe('clients that wait for one lane', () => {
  test('take turns: a client with a thousand operations delays another by one of them', async () => {
    const lane = await waitingLane()
    const many = lane.submit('many', ...names(1000).map((name) => lane.op(name)))
    const single = lane.submit('single', lane.op('single'))
    const other = lane.submit('other', ...names(2, 'other').map((name) => lane.op(name)))
    await lane.open()
    await Promise.all([many, single, other])
    const [batch] = lane.batches()
    expect(batch?.slice(0, 5)).toEqual(['op 0', 'single', 'other 0', 'op 1', 'other 1'])
  })

  test('get their own operations decided in order', async () => {
    const lane = await waitingLane()
    const sent = ['a', 'b', 'c'].map((client) =>
      lane.submit(client, ...names(300, client).map((name) => lane.op(name))),
    )
    await lane.open()
    await Promise.all(sent)
    const decided = lane.batches().flat()
    for (const client of ['a', 'b', 'c']) {
      expect(decided.filter((name) => name.startsWith(client))).toEqual(names(300, client))
    }
  })

  test('are served in order of arrival if their address is unknown', async () => {
    const lane = await waitingLane()
    const many = lane.submit('', ...names(200).map((name) => lane.op(name)))
    const late = lane.submit('', lane.op('late'))
    await lane.open()
    await Promise.all([many, late])
    expect(lane.batches().flat()).toEqual([...names(200), 'late'])
  })

  test('each have a share of the queue, and a client that exceeds its share leaves room for others', async () => {
    const lane = await waitingLane({ laneShare: 10 })
    const greedy = lane.submit('greedy', ...names(12).map((name) => lane.op(name)))
    const modest = lane.submit('modest', lane.op('modest'))
    await lane.open()
    expect((await greedy).map(outcomeOf)).toEqual([...names(10), 'busy', 'busy'])
    expect((await modest).map(outcomeOf)).toEqual(['modest'])
    // An operation that was answered no longer counts towards the share.
    expect((await lane.submit('greedy', lane.op('again'))).map(outcomeOf)).toEqual(['again'])
  })

  test('can fill the whole queue if there is no share (control)', async () => {
    const lane = await waitingLane({ laneQueue: 10, laneShare: 1000 })
    const greedy = lane.submit('greedy', ...names(12).map((name) => lane.op(name)))
    const modest = lane.submit('modest', lane.op('modest'))
    await lane.open()
    await greedy
    expect((await modest).map(outcomeOf)).toEqual(['busy'])
  })
})

describe('an operation that finishes a payment', () => {
  test('is decided before operations that arrived earlier', async () => {
    const lane = await waitingLane()
    const holds = lane.submit('many', ...names(500).map((name) => lane.op(name)))
    const paid = lane.submit('', lane.finishing('paid'))
    await lane.open()
    await Promise.all([holds, paid])
    expect(lane.batches()[0]?.[0]).toBe('paid')
  })

  test('also goes first among several lanes', async () => {
    const { close, open, onLock } = gates()
    const { op, batches } = recorder()
    const lanes = createLanes(stubDatabase({ onLock }).db, QUIET)
    // As many batches as run side by side, so that all others wait.
    const gatesOf = ['w1', 'w2', 'w3', 'w4']
    for (const session of gatesOf) close(session)
    const first = gatesOf.map(async (session) => {
      const answer = lanes.submit(1, op(session, [session]))
      await setImmediate()
      return answer
    })
    for (const _ of gatesOf) await setImmediate()
    const holds = names(300).map((name) => lanes.submit(1, op(name, [name])))
    const paid = lanes.submit(1, { ...op('paid', ['paid']), finishes: true })
    for (const session of gatesOf) open(session)
    await Promise.all([...first, ...holds, paid])
    const decided = batches().flat()
    expect(decided.indexOf('paid')).toBeLessThan(decided.indexOf('op 0'))
  })

  test('is accepted by a queue that is full for all others', async () => {
    const lane = await waitingLane({ laneQueue: 5, laneReserve: 2 })
    const holds = lane.submit('', ...names(6).map((name) => lane.op(name)))
    const paid = lane.submit('', ...names(3, 'paid').map(lane.finishing))
    await lane.open()
    expect((await holds).map(outcomeOf)).toEqual([...names(5), 'busy'])
    expect((await paid).map(outcomeOf)).toEqual(['paid 0', 'paid 1', 'busy'])
  })
})

describe('an operation that needs further sessions', () => {
  test('is refused after a few retries, so that it ends', async () => {
    const { op } = recorder()
    const lanes = createLanes(stubDatabase().db, QUIET, { ...BOUNDS, laneWidenings: 3 })
    let decisions = 0
    const endless = op('endless', ['a'], () => {
      decisions += 1
      return { widenTo: [`another ${decisions}`] }
    })
    expect(outcomeOf(await lanes.submit(1, endless))).toBe('busy')
    expect(decisions).toBe(4)
  })

  test('is refused if it would lock more sessions than a cart can hold, unless it finishes a payment', async () => {
    const { op } = recorder()
    const { db, locked } = stubDatabase()
    const lanes = createLanes(db, QUIET, { ...BOUNDS, laneStockItems: 5 })
    const wide = op('wide', [], () => ({ widenTo: names(6, 'session') }))
    const refused = await lanes.submit(1, wide)
    expect(refused).toMatchObject({
      refusal: { message: expect.stringContaining('too many times') },
    })
    expect(locked.flat()).toEqual([])
    let decisions = 0
    const paid = op('paid', [], () => {
      decisions += 1
      return decisions === 1 ? { widenTo: names(6, 'session') } : { ok: true, value: 'paid' }
    })
    expect(outcomeOf(await lanes.submit(1, { ...paid, finishes: true }))).toBe('paid')
    expect(locked.at(-1)).toHaveLength(6)
  })
})
