import type { TurnPosition } from '@foyer/db'
import { describe, expect, test } from 'vitest'
import { newestIdAt } from '../adapters/ids.ts'
import { followPasses } from './passes.ts'

const walk = (after: string, restsUntil = 0): TurnPosition => ({ orders: { after, restsUntil } })
const NOW = 2_000_000
const follow = (before: TurnPosition, after: TurnPosition, nowMs = NOW) =>
  followPasses(before, after, nowMs)
const shareIn = (position: TurnPosition) => position.orders?.pass?.share

describe('a pass over history', () => {
  test('begins with the first slice that leaves something over, and stores when it began', () => {
    const first = follow({}, walk(newestIdAt(1_000_000)))
    expect(first.position.orders?.pass).toMatchObject({ beganAt: NOW, share: 0 })
    const second = follow(first.position, walk(newestIdAt(1_500_000)), NOW)
    expect(second.position.orders?.pass).toMatchObject({ beganAt: NOW, share: 0.5 })
    expect(second.ended).toEqual([])
  })

  test('ends when its walk rests, and is then forgotten', () => {
    const { position } = follow({}, walk(newestIdAt(1_000_000)))
    const { position: after, ended } = follow(position, walk('first', NOW + 90_000), NOW + 30_000)
    expect(ended).toEqual([{ walk: 'orders', seconds: 30 }])
    expect(after).toEqual(walk('first', NOW + 90_000))
    expect(follow(after, after).ended).toEqual([])
  })

  test('is not reported if it took one turn', () => {
    expect(follow({}, walk('first', NOW + 90_000)).ended).toEqual([])
  })

  test('with evenly spread keys has gone through the share of the table before its key', () => {
    const key = (prefix: string) => `${prefix}000000-0000-8000-a000-000000000000`
    const { position } = follow({}, walk(`${key('40')} ${key('ff')}`))
    expect(shareIn(position)).toBe(0.25)
    expect(shareIn(follow(position, walk(key('c0'))).position)).toBe(0.75)
  })
})
