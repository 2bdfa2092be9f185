import { afterEach, expect, it, vi } from 'vitest'
import { randomHex } from './random-hex.ts'

afterEach(() => vi.unstubAllGlobals())

it('random ids need no TLS, unlike the UUIDs of the browser', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const made = [randomHex(), randomHex()]
  expect(made).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ])
  expect(made[0]).not.toBe(made[1])
})
