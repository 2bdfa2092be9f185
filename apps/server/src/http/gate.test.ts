import { describe, expect, test } from 'vitest'
import { createGate } from './gate.ts'

/** Work that ends when the test says so. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const state = { hasBegun: false }
  const work = () => {
    state.hasBegun = true
    return promise
  }
  return { work, state, end: resolve, fail: reject }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a gate', () => {
  test('lets a bounded number in at a time, and the next one when one leaves', async () => {
    const gate = createGate({ atOnce: 2, waiting: 5 })
    const [first, second, third] = [held(), held(), held()]
    const answers = [first, second, third].map(({ work }) => gate(work))
    await turn()
    expect([first, second, third].map(({ state }) => state.hasBegun)).toEqual([true, true, false])
    second.end('second')
    await turn()
    expect(third.state.hasBegun).toBe(true)
    first.end('first')
    third.end('third')
    expect(await Promise.all(answers)).toEqual(['first', 'second', 'third'])
  })

  test("refuses work beyond the queue's bound, and does not start it", async () => {
    const gate = createGate({ atOnce: 1, waiting: 1 })
    const [first, second, third] = [held(), held(), held()]
    const answers = [first, second, third].map(({ work }) => gate(work))
    expect(await answers[2]).toBeNull()
    expect(third.state.hasBegun).toBe(false)
    first.end('first')
    second.end('second')
    expect(await Promise.all(answers)).toEqual(['first', 'second', null])
  })

  test('is free again after work that failed', async () => {
    const gate = createGate({ atOnce: 1, waiting: 0 })
    const broken = held()
    const failed = gate(broken.work)
    expect(await gate(held().work)).toBeNull()
    broken.fail(new Error('away'))
    await expect(failed).rejects.toThrow('away')
    expect(await gate(async () => 'next')).toBe('next')
  })

  test('keeps turns for others when one caller has used its share', async () => {
    const gate = createGate({ atOnce: 1, waiting: 10, perCaller: 2 })
    const [first, second, other] = [held(), held(), held()]
    const answers = [gate(first.work, 'a'), gate(second.work, 'a'), gate(other.work, 'b')]
    expect(await gate(held().work, 'a')).toBeNull()
    first.end('first')
    second.end('second')
    other.end('other')
    expect(await Promise.all(answers)).toEqual(['first', 'second', 'other'])
    expect(await gate(async () => 'again', 'a')).toBe('again')
  })

  test('gives one caller all turns if there is no share per caller (control)', async () => {
    const gate = createGate({ atOnce: 1, waiting: 3 })
    const work = [held(), held(), held(), held()]
    const answers = work.map((each) => gate(each.work, 'a'))
    expect(await gate(held().work, 'b')).toBeNull()
    for (const each of work) each.end('done')
    await Promise.all(answers)
  })

  test('runs one of a caller at a time, and others before its next', async () => {
    const gate = createGate({ atOnce: 2, waiting: 10, perCallerAtOnce: 1 })
    const [first, second, other] = [held(), held(), held()]
    const answers = [gate(first.work, 'a'), gate(second.work, 'a'), gate(other.work, 'b')]
    await turn()
    expect([first, second, other].map(({ state }) => state.hasBegun)).toEqual([true, false, true])
    first.end('first')
    await turn()
    expect(second.state.hasBegun).toBe(true)
    second.end('second')
    other.end('other')
    expect(await Promise.all(answers)).toEqual(['first', 'second', 'other'])
  })
})
