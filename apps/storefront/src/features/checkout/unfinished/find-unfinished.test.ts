import { ApiError, type CartView, type Client, carts, type Endpoint } from '@foyer/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import { withStorage } from '../../../../test/storage-stub.ts'
import { saveHoldRecord } from '../../../data/stored/cart-hold-record.ts'
import { savePendingPayment } from '../payment/pending-payment.ts'
import { findUnfinished } from './find-unfinished.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString()
const heldCart = (cartId: string, seconds: number): CartView => ({
  ...aCart(),
  cartId,
  serverTime: at(0),
  expiresAt: at(seconds),
})

interface Server {
  carts?: Record<string, CartView | Error>
  /** The answer about every payment. */
  payment?: object
}

/** Runs `findUnfinished` against a server that has these carts and refuses all others. */
function find(server: Server['carts'], payment?: Server['payment'], path = '/') {
  const answer = async (endpoint: Endpoint, input: { params: { cartId: string } }) => {
    const known = endpoint === carts.getCart ? server?.[input.params.cartId] : payment
    if (!known || known instanceof Error) throw known ?? new Error('unknown')
    return known
  }
  // A client's answer has the type of its endpoint, which a stub cannot name.
  return findUnfinished({ call: answer as Client, path }, () => NOW)
}

beforeEach(() => void withStorage())
afterEach(() => vi.unstubAllGlobals())

describe('a held cart', () => {
  it('nothing is found in a browser that has stored nothing', async () => {
    expect(await find({})).toBeNull()
  })

  it('is found with the end that the server says, not the one that is stored', async () => {
    saveHoldRecord(heldCart('12345', 300), NOW)
    expect(await find({ '12345': heldCart('12345', 600) })).toEqual({
      kind: 'held',
      cartId: '12345',
      expiresAt: at(600),
      clockOffset: 0,
    })
  })

  it('is not promised if the server does not confirm it', async () => {
    saveHoldRecord(heldCart('12345', 300), NOW)
    const refusals = [
      new ApiError(410, '', 'Gone'),
      new ApiError(404, '', 'Not Found'),
      new TypeError('no connection'),
      heldCart('12345', -1),
      { ...heldCart('12345', 300), orderId: '55555555-5555-4555-8555-555555555555' },
    ]
    for (const refusal of refusals) expect(await find({ '12345': refusal })).toBeNull()
  })

  it('is not asked about once its stored end has passed', async () => {
    saveHoldRecord(heldCart('12345', -1), NOW)
    expect(await find({ '12345': heldCart('12345', 600) })).toBeNull()
  })

  it('the hold that ends first comes first, and the next one if the server does not know it', async () => {
    saveHoldRecord(heldCart('11111', 500), NOW)
    saveHoldRecord(heldCart('22222', 200), NOW)
    const both = { '11111': heldCart('11111', 500), '22222': heldCart('22222', 200) }
    expect(await find(both)).toMatchObject({ cartId: '22222' })
    expect(await find({ '11111': both['11111'] })).toMatchObject({ cartId: '11111' })
  })

  it("is not shown on the calendar of its own event, which releases it, but on the event's steps", async () => {
    const cart = heldCart('12345', 300)
    saveHoldRecord(cart, NOW)
    const on = (path: string) => find({ '12345': cart }, undefined, path)
    expect(await on(`/events-api/${cart.eventId}`)).toBeNull()
    expect(await on(`/events-api/${cart.eventId}/review`)).toMatchObject({ cartId: '12345' })
  })
})

describe('a payment that is not resolved', () => {
  const intent = { id: 'pi_1', clientSecret: 'pi_1_secret' }
  const pending = { cartId: '12345', intent, isPaid: false, purchase: null }

  it.each(['processing', 'ticketed', 'refund_pending', 'refund_failed'] as const)(
    'is found while the server says %s, before the cart that it pays',
    async (state) => {
      saveHoldRecord(heldCart('12345', 300), NOW)
      savePendingPayment(pending)
      const found = await find({ '12345': heldCart('12345', 300) }, { state })
      expect(found).toEqual({ kind: 'payment', cartId: '12345', state })
    },
  )

  it.each(['failed', 'refunded'])('is replaced by the held cart once it is %s', async (state) => {
    saveHoldRecord(heldCart('12345', 300), NOW)
    savePendingPayment(pending)
    const found = await find({ '12345': heldCart('12345', 300) }, { state })
    expect(found).toMatchObject({ kind: 'held' })
  })

  it('is not claimed if the server does not answer, or if there was nothing to pay', async () => {
    savePendingPayment(pending)
    expect(await find({})).toBeNull()
    savePendingPayment({ ...pending, intent: null })
    expect(await find({}, { state: 'processing' })).toBeNull()
  })
})
