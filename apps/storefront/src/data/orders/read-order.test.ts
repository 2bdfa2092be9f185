import { ApiError } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { aCart, anOrderView } from '../../../test/carts-and-orders.ts'
import { withStorage } from '../../../test/storage-stub.ts'
import { readCompletedOrder, saveCompletedOrder } from '../stored/completed-order-record.ts'
import { readOrder, recordOf } from './read-order.ts'

const order = anOrderView()
const none = { kind: 'none' } as const
const found = { kind: 'found', value: recordOf(order) } as const
const offline = new TypeError('Failed to fetch')
const unknown = new ApiError(404, '{"error":"Order not found","code":"order_not_found"}', '')
const asked = { order: undefined, error: null }

describe('readOrder', () => {
  it("shows the server's answer before any copy", () => {
    expect(readOrder({ order, error: null }, found)).toEqual({
      kind: 'found',
      order,
      isSaved: false,
    })
  })

  it('shows the copy until the server answers, and says so if it cannot be reached', () => {
    expect(readOrder(asked, found)).toEqual({ kind: 'found', order, isSaved: false })
    expect(readOrder({ ...asked, error: offline }, found)).toEqual({
      kind: 'found',
      order,
      isSaved: true,
    })
    expect(readOrder({ order, error: offline }, none)).toMatchObject({
      kind: 'found',
      isSaved: true,
    })
  })

  it('without a stored order the state is loading, missing or failed', () => {
    expect(readOrder(asked, none).kind).toBe('loading')
    expect(readOrder({ ...asked, error: unknown }, none).kind).toBe('missing')
    expect(readOrder({ ...asked, error: offline }, none).kind).toBe('failed')
  })

  it('shows no copy of an order that the server no longer opens to this browser', () => {
    expect(readOrder({ ...asked, error: unknown }, found).kind).toBe('missing')
  })

  it('says that a link has expired, and then shows no copy', () => {
    const ended = new ApiError(
      410,
      '{"error":"This link has ended.","code":"order_link_ended"}',
      '',
    )
    expect(readOrder({ ...asked, error: ended }, found).kind).toBe('ended')
  })

  it('the cart is shown if the tickets were never loaded', () => {
    const record = { ...recordOf(order), orderData: null, cartData: aCart() }
    expect(readOrder({ ...asked, error: offline }, { kind: 'found', value: record })).toMatchObject(
      {
        kind: 'found',
        order: { event: { name: 'Harbor Lights' }, tickets: [] },
      },
    )
  })
})

describe('recordOf', () => {
  it('the record of an order that only a link opened has no address, since a masked one opens nothing', () => {
    const masked = { ...order.order, email: 'a***@example.com', phone: null, billingAddress: null }
    const record = recordOf({ ...order, order: masked })
    expect(record).toMatchObject({ customerInfo: null, billingAddress: null })
    expect(record.orderData?.tickets).toHaveLength(2)
    withStorage({})
    saveCompletedOrder(record)
    expect(readCompletedOrder(record.orderId)).toMatchObject({ kind: 'found', value: record })
  })
})
