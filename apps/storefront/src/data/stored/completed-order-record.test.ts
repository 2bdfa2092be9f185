import { expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { withStorage } from '../../../test/storage-stub.ts'
import { recordOf } from '../orders/read-order.ts'
import { readCompletedOrder, saveCompletedOrder } from './completed-order-record.ts'

const DAY = 24 * 60 * 60 * 1000

function aRecord(orderId: string) {
  const view = anOrderView()
  return recordOf({ ...view, order: { ...view.order, id: orderId } })
}

it('an order is stored until a month after its event', () => {
  withStorage({ 'foyer-order-old': 'of another version', unrelated: '{}' })
  const [first, second] = [
    aRecord('55555555-5555-4555-8555-555555555551'),
    aRecord('55555555-5555-4555-8555-555555555552'),
  ]
  const over = Date.parse(first.orderData?.session.endTime ?? '')
  saveCompletedOrder(first, over - DAY)
  saveCompletedOrder(second, over + 29 * DAY)
  expect(readCompletedOrder(first.orderId).kind).toBe('found')
  saveCompletedOrder(second, over + 31 * DAY)
  expect(readCompletedOrder(first.orderId).kind).toBe('none')
  expect(readCompletedOrder(second.orderId).kind).toBe('found')
  expect(window.localStorage.getItem('unrelated')).toBe('{}')
})
