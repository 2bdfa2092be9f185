import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AGGREGATES, type LaneNeeds, readState } from './aggregates.ts'

const NEEDS: LaneNeeds = {
  sessionIds: ['session'],
  ownCartIds: ['cart'],
  cartIds: ['cart'],
  requestKeys: ['key'],
  paymentIds: ['payment'],
  payableCartIds: ['cart'],
  pricedCartIds: ['cart'],
  orderIds: ['order'],
  couponCodeIds: ['code'],
  couponCartIds: ['cart'],
  couponUseIds: ['use'],
  judgedCartIds: ['cart'],
  accessCodeIds: ['access'],
  accessCartIds: ['cart'],
  customerKeys: ['customer'],
}

/** A connection that records the names of statements and refuses each with its name. */
function refusingClient() {
  const sent: string[] = []
  const client = {
    query({ name }: { name: string }) {
      sent.push(name)
      return Promise.reject(new Error(name))
    },
  }
  return { client, sent }
}

test('the list of aggregates has the order of the locks in docs/locking.md', () => {
  const doc = readFileSync(new URL('../../../../../docs/locking.md', import.meta.url), 'utf8')
  const order = [...doc.matchAll(/^\d+\. \*\*(\w+)\*\*/gm)].map(([, name]) => name)
  expect(Object.keys(AGGREGATES)).toEqual(order)
})

test('a batch sends all of its locks and reads at once, in the order of the locks', async () => {
  const { client, sent } = refusingClient()
  const read = readState(client, 1, [NEEDS], 10)
  const sentAtOnce = [...sent]
  await expect(read).rejects.toThrow()
  expect(sentAtOnce).toEqual([
    'lane_lock_stock',
    'lane_lock_carts',
    'lane_read_offers',
    'lane_lock_payments',
    'lane_read_payments',
    'lane_read_add_ons',
    'lane_lock_orders',
    'lane_read_orders',
    'lane_lock_coupons',
    'lane_read_coupons',
    'lane_read_coupon_uses',
    'lane_read_rules',
    'lane_read_cart_rules',
    'lane_lock_codes',
    'lane_read_codes',
    'lane_lock_customers',
    'lane_read_customers',
    'lane_read_holds',
  ])
  expect(sent).toEqual(sentAtOnce)
})

test('a batch whose operations need only sessions sends three statements', async () => {
  const { client, sent } = refusingClient()
  await expect(readState(client, 1, [{ sessionIds: ['session'] }], 10)).rejects.toThrow()
  expect(sent).toEqual(['lane_lock_stock', 'lane_read_offers', 'lane_read_holds'])
})

test('when all statements fail because the first one failed, the error of the first is reported', async () => {
  const { client } = refusingClient()
  await expect(readState(client, 1, [NEEDS], 10)).rejects.toThrow('lane_lock_stock')
})

test('a batch writes in the order of the aggregates, and holds with their stock', () => {
  const names = Object.values(AGGREGATES).flatMap(({ statements }) =>
    statements.map(({ name }) => name),
  )
  expect(names).toEqual([
    'lane_raise_capacity',
    'lane_write_stock',
    'lane_lower_capacity',
    'lane_change_ended_holds',
    'lane_extend_holds',
    'lane_write_add_ons',
    'lane_write_contacts',
    'lane_supersede_disruptions',
    'lane_change_sessions',
    'lane_write_new_payments',
    'lane_reprice_payments',
    'lane_write_intents',
    'lane_write_payments',
    'lane_write_orders',
    'lane_write_gifts',
    'lane_change_orders',
    'lane_write_order_changes',
    'lane_write_change_mails',
    'lane_end_coupon_uses',
    'lane_judge_coupon_claims',
    'lane_write_coupon_uses',
    'lane_count_coupon_uses',
    'lane_write_cart_rules',
    'lane_write_rule_uses',
    'lane_write_claims',
    'lane_write_customers',
    'lane_write_postings',
    'lane_write_refunds',
    'lane_adopt_refunds',
    'lane_write_reports',
  ])
})
