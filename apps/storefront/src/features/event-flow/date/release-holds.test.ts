import type { Client } from '@foyer/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import { withStorage } from '../../../../test/storage-stub.ts'
import { readHoldRecord, saveHoldRecord } from '../../../data/stored/cart-hold-record.ts'
import { releaseCart } from './release-holds.ts'

const cart = aCart()

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Releases a cart whose call is answered like this; an error is thrown. */
async function release(answer: unknown) {
  withStorage()
  saveHoldRecord(cart)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const call = async () => {
    if (answer instanceof Error) throw answer
    return answer
  }
  const released = await releaseCart(call as Client, cart.cartId)
  return { released, record: readHoldRecord(cart.cartId).kind, warned: warn.mock.calls.length }
}

it('releasing a cart drops its record and returns how many holds were released', async () => {
  expect(await release({ releasedHolds: 2 })).toEqual({ released: 2, record: 'none', warned: 0 })
})

it('a failed release is only logged', async () => {
  expect(await release(new TypeError('offline'))).toEqual({
    released: 0,
    record: 'none',
    warned: 1,
  })
})
