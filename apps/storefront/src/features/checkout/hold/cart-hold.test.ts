import { ApiError } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import type { Stored } from '../../../data/stored/browser-storage.ts'
import { type CartHoldRecord, holdRecordOf } from '../../../data/stored/cart-hold-record.ts'
import { clockOffset, readHold } from './cart-hold.ts'

const cart = aCart()
const savedAt = Date.parse(cart.serverTime)
const minute = 60_000
const record: Stored<CartHoldRecord> = { kind: 'found', value: holdRecordOf(cart, savedAt) }
const none: Stored<CartHoldRecord> = { kind: 'none' }
const nothing = { cart: undefined, receivedAt: 0, error: null }
const refused = (status: number, code: string) => ({
  ...nothing,
  error: new ApiError(status, JSON.stringify({ error: 'text', code }), ''),
})

describe('readHold', () => {
  it("uses the server's answer, and its clock", () => {
    const slowDevice = savedAt - 3 * minute
    expect(readHold({ cart, receivedAt: slowDevice, error: null }, none, slowDevice)).toEqual({
      kind: 'held',
      cart,
      clockOffset: 3 * minute,
      isConfirmed: true,
    })
  })

  it('shows the record until the server has answered, and does not let it be paid', () => {
    expect(readHold(nothing, record, savedAt + minute)).toMatchObject({
      kind: 'held',
      isConfirmed: false,
    })
  })

  it('does not show a record whose hold is over', () => {
    expect(readHold(nothing, record, savedAt + 20 * minute)).toEqual({ kind: 'loading' })
  })

  it('keeps what was held when the hold has ended', () => {
    expect(readHold(refused(410, 'hold_expired'), record, 0)).toEqual({
      kind: 'expired',
      last: cart,
    })
    expect(readHold(refused(410, 'hold_expired'), none, 0)).toEqual({ kind: 'expired', last: null })
    expect(readHold(refused(404, 'cart_not_found'), record, savedAt + 20 * minute)).toEqual({
      kind: 'expired',
      last: cart,
    })
  })

  it('a cart that the server does not know within its time was held without a cookie', () => {
    expect(readHold(refused(404, 'cart_not_found'), record, savedAt + minute)).toEqual({
      kind: 'missing',
      isRecordBroken: false,
      isCookieLost: true,
    })
  })

  it('distinguishes an unknown cart from a broken record', () => {
    const missing = refused(404, 'cart_not_found')
    const unknown = { kind: 'missing', isCookieLost: false }
    expect(readHold(missing, none, 0)).toEqual({ ...unknown, isRecordBroken: false })
    expect(readHold(missing, { kind: 'invalid' }, 0)).toEqual({ ...unknown, isRecordBroken: true })
    expect(readHold(refused(400, 'validation_failed'), none, 0).kind).toBe('missing')
  })

  it('names the order of a cart that was bought', () => {
    const bought = { cart: { ...cart, orderId: 'o1' }, receivedAt: savedAt, error: null }
    expect(readHold(bought, record, savedAt)).toMatchObject({ kind: 'ordered', orderId: 'o1' })
  })

  it('keeps the cart if a later refresh fails', () => {
    const stale = { cart, receivedAt: savedAt, error: new TypeError('Failed to fetch') }
    expect(readHold(stale, none, savedAt).kind).toBe('held')
    expect(readHold({ ...nothing, error: new TypeError('Failed to fetch') }, none, 0)).toEqual({
      kind: 'unreachable',
    })
  })
})

describe('clockOffset', () => {
  it('is what the device clock needs to show the server time', () => {
    const received = Date.parse('2026-11-21T20:00:00Z')
    expect(clockOffset('2026-11-21T20:03:00Z', received)).toBe(180_000)
  })
})
