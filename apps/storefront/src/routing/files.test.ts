import { expect, test } from 'vitest'
import { files } from './files.ts'

const ORDER = 'f399c29c-d8ef-4fc1-8e96-adc7a84358d8'
const main = { base: '' }
const harbor = { base: '/harbor' }

test('files have the addresses of their calls, below the base of the tenant', () => {
  expect(files.tickets(main, ORDER, {})).toBe(`/api/orders/${ORDER}/tickets.pdf`)
  expect(files.tickets(harbor, ORDER, { token: 'a+b' })).toBe(
    `/harbor/api/orders/${ORDER}/tickets.pdf?token=a%2Bb`,
  )
  expect(files.calendar(harbor, ORDER, { email: 'ada@example.com' })).toBe(
    `/harbor/api/orders/${ORDER}/calendar.ics?email=ada%40example.com`,
  )
  expect(files.applePass(main, ORDER, ORDER, {})).toBe(
    `/api/orders/${ORDER}/tickets/${ORDER}/apple-pass`,
  )
})
