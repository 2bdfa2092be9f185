import { describe, expect, test } from 'vitest'
import { createGate } from './create-gate.ts'

/** Work that ends when told to. */
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
  test('lets so many in at a time, and the next when one leaves', async () => {
    const gate = createGate(2, 5)
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

  test('turns away whom nobody would wait behind, and begins nothing for it', async () => {
    const gate = createGate(1, 1)
    const [first, second, third] = [held(), held(), held()]
    const answers = [first, second, third].map(({ work }) => gate(work))
    expect(await answers[2]).toBeNull()
    expect(third.state.hasBegun).toBe(false)
    first.end('first')
    second.end('second')
    expect(await Promise.all(answers)).toEqual(['first', 'second', null])
  })

  test('is free again after what fails', async () => {
    const gate = createGate(1, 0)
    const broken = held()
    const failed = gate(broken.work)
    expect(await gate(held().work)).toBeNull()
    broken.fail(new Error('away'))
    await expect(failed).rejects.toThrow('away')
    expect(await gate(async () => 'next')).toBe('next')
  })
})
