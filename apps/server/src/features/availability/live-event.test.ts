import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { BOUNDS } from '../../bounds.ts'
import { LiveEvent } from './live-event.ts'

/** An event of version 1000 whose reads are counted, by the version they ask about. */
function countedEvent(mostMissed: number) {
  const reads: number[] = []
  const read = async (since: number) => {
    reads.push(since)
    return { version: 1000, bytes: Buffer.from('data: {}\n\n') }
  }
  return { event: new LiveEvent(read, 1000, mostMissed), reads }
}

/** A stream whose client reads everything at once. */
const listener = () => Object.assign(new Socket(), { write: () => true })

describe('what a reconnecting stream has missed', () => {
  test('is read once for all streams that reconnect with the same version', async () => {
    const { event, reads } = countedEvent(BOUNDS.missedMessages)
    for (let turn = 0; turn < 50; turn += 1) await event.add(listener(), 7)
    expect(reads).toEqual([7])
  })

  test.each([
    ['is kept for the latest versions only, however many a client makes up', 20, true],
    ['control: without the bound every version that was asked about is kept', Infinity, false],
  ])('%s', async (_, mostMissed, isForgotten) => {
    const { event, reads } = countedEvent(mostMissed)
    for (let since = 0; since < 600; since += 1) await event.add(listener(), since)
    await event.add(listener(), 599)
    expect(reads).toHaveLength(600)
    await event.add(listener(), 0)
    expect(reads).toHaveLength(isForgotten ? 601 : 600)
  })
})
