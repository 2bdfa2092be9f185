import { UUID_PATTERN } from '@foyer/domain'
import { expect, test } from 'vitest'
import { cartIdOf, newId, newValidationCode } from './ids.ts'

test('a cart id is the same for the same browser and number, and different for any other', () => {
  const ids = [
    cartIdOf('browser-1', '12345'),
    cartIdOf('browser-1', '12346'),
    cartIdOf('browser-2', '12345'),
    // Characters cannot move from one part to the other and give the same id.
    cartIdOf('browser-11', '2345'),
    cartIdOf('browser-1/1', '2345'),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  expect(cartIdOf('browser-1', '12345')).toBe(ids[0])
  for (const id of ids) expect(id).toMatch(UUID_PATTERN)
  // Version 8, variant 10: a valid UUID that does not claim to be random.
  for (const id of ids) expect(id).toMatch(/^.{14}8.{4}[89ab]/)
})

test('a later id sorts after earlier ones in an index, and cannot be guessed', async () => {
  const first = newId()
  const madeAt = Date.now()
  await expect.poll(Date.now).toBeGreaterThan(madeAt)
  const second = newId()
  expect(second > first).toBe(true)
  expect(second).toMatch(UUID_PATTERN)
  expect(second.slice(-12)).not.toBe(first.slice(-12))
})

test('a validation code can be read out at a door, and cannot be guessed', () => {
  const codes = Array.from({ length: 2000 }, newValidationCode)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32)
})
