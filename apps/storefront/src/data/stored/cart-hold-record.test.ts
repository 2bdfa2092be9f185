import { describe, expect, it, vi } from 'vitest'
import { aCart } from '../../../test/carts-and-orders.ts'
import { withStorage } from '../../../test/storage-stub.ts'
import {
  findHoldRecords,
  holdRecordOf,
  readHoldRecord,
  removeHoldRecord,
  saveHoldRecord,
} from './cart-hold-record.ts'

const cart = aCart()

describe('the cart hold record', () => {
  it('keeps the selection and its price in major units', () => {
    expect(holdRecordOf(cart, 0)).toMatchObject({
      selectedTimeSlot: expect.stringMatching(/^7:00\sPM$/),
      tickets: [{ name: 'General Admission', price: 26.99, quantity: 2, fees: 5.99 }],
      addOns: [{ name: 'Souvenir photo', price: 15.99, quantity: 1 }],
      subtotal: 69.97,
      calculatedFees: 5.99,
      totalWithFees: 75.96,
      feeDetails: [{ name: 'Service fee', amount: 5.99 }],
      feeSet: { name: 'Service fee' },
    })
  })

  it('has every field of the specification under its name, and the fields for holding again', () => {
    const { addOns: _addOns, cart: _cart, savedAt: _savedAt, ...specified } = holdRecordOf(cart, 0)
    expect(specified).toEqual({
      cartId: '12345',
      eventId: cart.eventId,
      sessionId: cart.sessionId,
      selectedDate: '2026-12-04',
      selectedTimeSlot: expect.any(String),
      tickets: [
        {
          id: cart.quote.lines[0]?.id,
          name: 'General Admission',
          price: 26.99,
          quantity: 2,
          fees: 5.99,
        },
      ],
      totalAmount: 75.96,
      subtotal: 69.97,
      calculatedFees: 5.99,
      feeDetails: [{ name: 'Service fee', amount: 5.99 }],
      feeSet: { name: 'Service fee' },
      totalWithFees: 75.96,
      expiresAt: cart.expiresAt,
    })
  })

  it('the record is stored under the number of its cart', () => {
    withStorage()
    saveHoldRecord(cart, 1000)
    expect(Object.keys(window.localStorage)).toEqual(['foyer-cart-12345'])
  })

  it('is read as it was stored, until it is removed', () => {
    withStorage()
    saveHoldRecord(cart, 1000)
    expect(readHoldRecord('12345')).toMatchObject({
      kind: 'found',
      value: holdRecordOf(cart, 1000),
    })
    removeHoldRecord('12345')
    expect(readHoldRecord('12345')).toEqual({ kind: 'none' })
  })

  it('is invalid if another version of this code wrote it', () => {
    withStorage()
    saveHoldRecord(cart, 1000)
    const older = JSON.parse(window.localStorage.getItem('foyer-cart-12345') ?? '')
    withStorage({ 'foyer-cart-12345': JSON.stringify({ ...older, version: 0 }) })
    expect(readHoldRecord('12345')).toEqual({ kind: 'invalid' })
  })

  it('is invalid if something else wrote it', () => {
    withStorage({ 'foyer-cart-12345': '{"cartId":12345}', 'foyer-cart-23456': 'no JSON' })
    expect(readHoldRecord('12345')).toEqual({ kind: 'invalid' })
    expect(readHoldRecord('23456')).toEqual({ kind: 'invalid' })
  })

  it('is found by its event', () => {
    withStorage({ theme: 'dark' })
    saveHoldRecord(cart, 1000)
    expect(findHoldRecords(cart.eventId).map(({ cartId }) => cartId)).toEqual(['12345'])
    expect(findHoldRecords('another')).toEqual([])
  })

  it('without storage a hold is made and no record is found', () => {
    vi.stubGlobal('window', {
      get localStorage(): Storage {
        throw new Error('SecurityError')
      },
    })
    expect(() => saveHoldRecord(cart, 1000)).not.toThrow()
    expect(readHoldRecord('12345')).toEqual({ kind: 'none' })
    expect(findHoldRecords(cart.eventId)).toEqual([])
  })
})
