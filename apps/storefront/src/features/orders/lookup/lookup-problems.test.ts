import { ApiError } from '@foyer/contract'
import { expect, it } from 'vitest'
import { problemOf } from './lookup-problems.ts'

const answer = (status: number, body: object, statusText = '') =>
  new ApiError(status, JSON.stringify(body), statusText)

it('a refusal has the text of the server, else a general one', () => {
  const limited = answer(429, { error: { message: 'Too many tries.' }, code: 'rate_limited' })
  expect(problemOf(limited)).toMatchObject({ title: 'Lookup Failed', text: 'Too many tries.' })
  expect(problemOf(answer(400, {}))).toMatchObject({
    title: 'Lookup Failed',
    text: 'Unable to find orders.',
  })
})

it('a server that fails is named by its status, and a lost answer asks to try again', () => {
  expect(problemOf(answer(503, { code: 'busy' }, 'Service Unavailable'))).toMatchObject({
    title: 'Failed to Find Orders',
    text: 'HTTP 503: Service Unavailable',
  })
  expect(problemOf(new TypeError('Failed to fetch'))).toMatchObject({
    title: 'Failed to Find Orders',
    text: 'Please check your information and try again.',
  })
})
