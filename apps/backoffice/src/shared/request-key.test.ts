import { expect, test } from 'vitest'
import { requestKey } from './request-key.ts'

test('keys are random UUIDs', () => {
  const keys = Array.from({ length: 100 }, requestKey)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) {
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})
