import { orderNumberOf, readsAsNumber, UUID_PATTERN } from '@foyer/domain'
import { expect, test } from 'vitest'
import {
  browserIdOf,
  browserScopedId,
  cartIdOf,
  newId,
  newOrderId,
  newToken,
  newValidationCode,
} from './ids.ts'

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

test('the ids of a browser, its carts and its requests begin with the time of its token', () => {
  const token = newToken()
  const browserId = browserIdOf(token)
  const ids = [browserId, cartIdOf(browserId, '12345'), browserScopedId(browserId, 'key')]
  const seconds = Number.parseInt(token.slice(0, 8), 16)
  expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60)
  for (const id of [token, ...ids]) {
    expect(id).toMatch(UUID_PATTERN)
    expect(id.slice(0, 8)).toBe(token.slice(0, 8))
  }
  expect(new Set(ids.map((id) => id.slice(8))).size).toBe(3)
  // The id has only the time of the token in common.
  expect(browserId.slice(-12)).not.toBe(token.slice(-12))
})

test('a token that was made before tokens had a time keeps its ids', () => {
  const browserId = browserIdOf('0d7e6a5c-51d3-4c1e-9f6b-2a8d3c4e5f60')
  expect(browserId).toBe('294ed922-6e22-8cb8-a93f-fc34646e6165')
  expect(cartIdOf(browserId, '12345')).toBe('1f1641c8-cc7d-8bb2-a177-0eefa08581e3')
})

test('a validation code can be read out at a door, and cannot be guessed', () => {
  const codes = Array.from({ length: 2000 }, newValidationCode)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32)
})

test('the number of a new order never looks like a number, as some of other ids do (control)', () => {
  const numbers = (make: () => string) =>
    Array.from({ length: 2000 }, () => orderNumberOf(make())).filter(readsAsNumber)
  expect(numbers(newId).length).toBeGreaterThan(0)
  expect(numbers(newOrderId)).toEqual([])
})
