import { expect, test } from 'vitest'
import { passSerial, readPassSerial } from './wallet-pass.ts'

const ORDER = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a00'

test('a serial number names the order and the number of the ticket', () => {
  const pass = { orderId: ORDER, ticketNumber: 12 }
  expect(readPassSerial(passSerial(pass))).toEqual(pass)
})

test.each([
  '',
  ORDER,
  `${ORDER}-0`,
  `${ORDER}-01`,
  `${ORDER}-99999`,
  `${ORDER}-1-1`,
  `${ORDER.toUpperCase()}-1`,
  `x${ORDER}-1`,
])('%j is not a serial number', (serial) => {
  expect(readPassSerial(serial)).toBeNull()
})
