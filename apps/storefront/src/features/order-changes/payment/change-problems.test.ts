import { ApiError } from '@foyer/contract'
import { expect, it } from 'vitest'
import { isLinkRefused, whyRefused } from './change-problems.ts'

const refusedBy = (details: Record<string, unknown>) =>
  new ApiError(409, JSON.stringify({ error: 'No.', code: 'cannot_upgrade', details }), '')

it('the rule of the policy that refuses a change is named, and no other refusal has one', () => {
  expect(whyRefused(refusedBy({ reason: 'not_allowed' }))).toMatch(/does not offer it/)
  expect(whyRefused(refusedBy({ reason: 'too_late' }))).toMatch(/has passed/)
  expect(whyRefused(refusedBy({ reason: 'limit_reached' }))).toMatch(/as often as/)
  expect(whyRefused(refusedBy({ reason: 'of a later version' }))).toBeNull()
  expect(whyRefused(refusedBy({}))).toBeNull()
  expect(whyRefused(new TypeError('fetch'))).toBeNull()
})

it.each([
  [404, true],
  [410, true],
  [429, false],
  [503, false],
])('an answer %i to a link to pay says that the link is refused: %s', (status, isRefused) => {
  expect(isLinkRefused(new ApiError(status, '{}', ''))).toBe(isRefused)
})
