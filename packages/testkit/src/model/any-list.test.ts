import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyList } from './any-list.ts'

const failsWith = (isWrong: (list: number[]) => boolean) => {
  let tries = 0
  const details = fc.check(
    fc.property(anyList(fc.nat({ max: 1000 }), 40), (list) => {
      tries += 1
      return !isWrong(list)
    }),
    { seed: 7, numRuns: 1000 },
  )
  return { tries, list: details.counterexample?.[0] }
}

test('a list first shrinks to the items that matter, at any position, and then the items shrink', () => {
  const { list, tries } = failsWith((items) => {
    const first = items.findIndex((item) => item > 500)
    return first >= 0 && items.slice(first).some((item) => item > 100 && item < 200)
  })
  expect(list).toEqual([501, 101])
  expect(tries).toBeLessThan(200)
})

test('a list of one item never becomes empty', () => {
  expect(failsWith((items) => items.length > 0).list).toEqual([0])
})
