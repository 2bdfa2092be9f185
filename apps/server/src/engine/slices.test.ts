import { describe, expect, test } from 'vitest'
import { mapInSlices, writeJsonInSlices } from './slices.ts'

/** How often the event loop went round meanwhile. */
async function turnsDuring<T>(work: Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const result = await work
  isOver = true
  return { result, turns }
}

function busyFor(ms: number): void {
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt);
}

describe('long work in slices', () => {
  test('maps all rows in their order, and lets others go between', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => at)
    const { result, turns } = await turnsDuring(
      mapInSlices(rows, (row) => {
        busyFor(1)
        return row * 2
      }),
    )
    expect(result).toEqual(rows.map((row) => row * 2))
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  test('writes the JSON that JSON.stringify writes, and lets others go between', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => [`“${at}”`, at, null, at % 2 === 0])
    const table = { name: 'dates', heads: ['a', 'b'], rows, next: undefined, of: { deep: rows } }
    const { result, turns } = await turnsDuring(writeJsonInSlices(table))
    expect(result.toString()).toBe(JSON.stringify(table))
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  test.each([
    [null],
    [{}],
    [[]],
    [{ at: new Date(0), list: [undefined, 1] }],
    [Array.from({ length: 250 }, () => undefined)],
    ['text'],
  ])('writes %j like JSON.stringify', async (value) => {
    expect((await writeJsonInSlices(value)).toString()).toBe(JSON.stringify(value))
  })
})
