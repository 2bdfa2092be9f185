import { ApiError } from '@foyer/contract'
import { expect, it } from 'vitest'
import { endedKey, problemOf, wrongCode } from './lookup-problems.ts'

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

it('a failure says what is kept: what was typed, or what opened the page', () => {
  const lost = new TypeError('Failed to fetch')
  expect(problemOf(lost).next).toContain('What you typed is kept.')
  expect(problemOf(lost, true).next).toContain('This page keeps what opened it.')
  expect(problemOf(lost).action).toBe('retry')
})

it('a wrong code is a message of its field, and a code that has ended offers a new one', () => {
  const wrong = answer(404, { error: { message: 'Wrong.' }, code: 'lookup_code_invalid' })
  const ended = answer(410, { error: { message: 'Ended.' }, code: 'lookup_code_ended' })
  expect([wrongCode(wrong), wrongCode(ended)]).toEqual(['Wrong.', null])
  expect(problemOf(ended)).toMatchObject({ text: 'Ended.', action: 'sendCode' })
})

it('a link that was used or has ended says so, and other failures of it do not', () => {
  for (const code of ['lookup_code_invalid', 'lookup_code_ended']) {
    const over = answer(410, { code })
    expect(endedKey(over, 'link')?.title).toBe('This link has ended')
    expect(endedKey(over, 'list')?.title).toBe('This list has ended')
  }
  expect(endedKey(answer(429, { code: 'rate_limited' }), 'link')).toBeNull()
})
