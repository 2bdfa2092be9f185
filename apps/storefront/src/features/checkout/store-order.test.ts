import { ApiError, type Client, type Endpoint, orders } from '@foyer/contract'
import { notify } from '@foyer/ui'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aCart, anOrderView } from '../../../test/carts-and-orders.ts'
import { withStorage } from '../../../test/storage-stub.ts'
import { readHoldRecord, saveHoldRecord } from '../../data/stored/cart-hold-record.ts'
import { readCompletedOrder } from '../../data/stored/completed-order-record.ts'
import { NO_DETAILS } from './details/details.ts'
import { readPendingPayment, savePendingPayment } from './payment/pending-payment.ts'
import { storeOrder } from './store-order.ts'

vi.mock('@foyer/ui', () => ({ notify: vi.fn() }))

const cart = aCart()
const view = anOrderView()
const orderId = view.order.id
const details = {
  ...NO_DETAILS,
  country: 'US',
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'ana@example.com',
  phone: '555 0100',
  address: '1 Main St',
}
const purchase = { cart, details }
const completed = { orderId, summary: { totalTickets: 2 }, purchases: [] }
const broken = new ApiError(500, '{"error":"no"}', '')

/** Stores an order with these answers to the two calls; an error is thrown, null never arrives. */
async function keep(answers: { purchase: unknown; order: unknown }) {
  const call = async (endpoint: Endpoint, input: { signal?: AbortSignal }) => {
    const answer = endpoint === orders.getOrder ? answers.order : answers.purchase
    if (answer instanceof Error) throw answer
    if (answer !== null) return answer
    return new Promise((_resolve, reject) => {
      input.signal?.addEventListener('abort', () => reject(input.signal?.reason))
    })
  }
  await storeOrder(call as Client, orderId, purchase)
}

beforeEach(() => {
  withStorage()
  saveHoldRecord(cart)
  savePendingPayment({ cartId: cart.cartId, intent: null, isPaid: true, purchase })
})
afterEach(() => {
  vi.mocked(notify).mockClear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it("keeps every field of the specification's record, and drops the hold's", async () => {
  await keep({ purchase: completed, order: view })
  const stored = readCompletedOrder(orderId)
  expect(stored).toMatchObject({
    kind: 'found',
    value: {
      orderId,
      cartId: cart.cartId,
      customerInfo: {
        email: 'ana@example.com',
        firstName: 'Ana',
        lastName: 'Silva',
        phone: '555 0100',
      },
      billingAddress: { address: '1 Main St', city: '', state: '', zipCode: '', country: 'US' },
      cartData: cart,
      orderResult: view.order,
      purchaseResult: completed,
      completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  })
  expect(readHoldRecord(cart.cartId)).toEqual({ kind: 'none' })
  expect(readPendingPayment(cart.cartId)).toBeNull()
})

it('reports a purchase that could not be completed, with status and body, and keeps the order', async () => {
  await keep({ purchase: broken, order: view })
  expect(notify).toHaveBeenCalledWith({
    tone: 'danger',
    title: 'Purchase Failed',
    description: '500: {"error":"no"} Your order is made and your tickets are yours.',
  })
  expect(readCompletedOrder(orderId).kind).toBe('found')
})

it.each([
  ['cannot be read back', broken],
  ['is never answered', null],
])('stores the order with what was bought though it %s, and forgets the cart', async (_, order) => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.timeout(5))
  await keep({ purchase: completed, order })
  expect(readCompletedOrder(orderId)).toMatchObject({
    kind: 'found',
    value: {
      customerInfo: { email: 'ana@example.com' },
      orderResult: {
        id: orderId,
        orderNumber: view.order.orderNumber,
        status: 'PAID',
        totalAmount: cart.quote.totalMinor / 100,
        ticketCount: cart.quote.ticketCount,
      },
      purchaseResult: completed,
      orderData: null,
    },
  })
  expect(readHoldRecord(cart.cartId)).toEqual({ kind: 'none' })
})

it('does not wait for an answer that does not come, and does not report it', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.timeout(5))
  await keep({ purchase: null, order: null })
  expect(notify).not.toHaveBeenCalled()
  expect(readHoldRecord(cart.cartId)).toEqual({ kind: 'none' })
})
