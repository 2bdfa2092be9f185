import { expect, test } from 'vitest'
import { createBytesInFlight } from './bytes-in-flight.ts'

/** A body that arrives when the test says so. */
function arriving() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { read: () => promise, arrive: resolve }
}

test('bodies are read while there is room for them', async () => {
  const bodies = createBytesInFlight({ bytes: 100, perCaller: 60 })
  const [first, second] = [arriving(), arriving()]
  const reading = [bodies.during('a', 60, first.read), bodies.during('b', 40, second.read)]
  expect(await bodies.during('c', 1, async () => 'third')).toBeNull()
  first.arrive('first')
  second.arrive('second')
  expect(await Promise.all(reading)).toEqual(['first', 'second'])
  expect(await bodies.during('c', 60, async () => 'third')).toBe('third')
})

test('one caller has its share, and others are not affected', async () => {
  const bodies = createBytesInFlight({ bytes: 100, perCaller: 60 })
  const slow = arriving()
  const reading = bodies.during('a', 40, slow.read)
  expect(await bodies.during('a', 40, async () => 'more')).toBeNull()
  expect(await bodies.during('b', 40, async () => 'other')).toBe('other')
  slow.arrive('slow')
  await reading
})

test('a body that failed is not counted any more', async () => {
  const bodies = createBytesInFlight({ bytes: 100, perCaller: 100 })
  await expect(bodies.during('a', 100, () => Promise.reject(new Error('away')))).rejects.toThrow()
  expect(await bodies.during('a', 100, async () => 'next')).toBe('next')
})
