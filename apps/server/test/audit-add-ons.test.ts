import {
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditAll } from '../src/audit/audit.ts'
import { auditTurns } from './support/audit-turns.ts'
import { holdCartOf } from './support/calls.ts'

/** Of five parking tickets, two are sold in an order and one is held. */
const server = serverForTests({ jobs: false })
let event: BuiltEvent
let orderId: string
let parking: string

beforeAll(async () => {
  event = await server.build.event({
    addOns: [{ priceMinor: 1500, capacity: 5 }, { priceMinor: 500 }],
  })
  const [first = '', second = ''] = event.addOnIds
  parking = first
  const browser = server.browser()
  const addOns = [first, second].map((addOnId) => ({ addOnId, quantity: 2 }))
  await holdCartOf(browser, event, { addOns })
  const { body: intent } = await createIntent(browser)
  await confirmCard(browser, intent, CARDS.success)
  const body = orderBody(event, intent.paymentIntentId)
  orderId = (await browser.send('POST', '/api/checkout/orders', body)).body.orderId
  await holdCartOf(server.browser(), event, { addOns: [{ addOnId: parking, quantity: 1 }] })
})

const audit = async () => (await auditAll(server.foyer.context.db)).differences

/**
 * Runs a statement about the add-on, returns what the audit finds, and undoes it by another
 * statement.
 */
async function tampered(change: string, undo: string) {
  await server.sql(change, [parking])
  const found = await audit()
  await server.sql(undo, [parking])
  expect(await audit()).toEqual([])
  return found
}

describe('the audit of add-ons with a stock', () => {
  test('finds nothing if everything agrees, and does not check an add-on as a session', async () => {
    const { sessions, pools, differences } = await auditAll(server.foyer.context.db)
    expect([sessions, pools, differences]).toEqual([1, 3, []])
  })

  test.each(['held', 'sold'])('finds a wrong counter of %s', async (column) => {
    const own = 'where add_on_id = $1'
    const found = await tampered(
      `update stock set ${column} = ${column} + 1 ${own}`,
      `update stock set ${column} = ${column} - 1 ${own}`,
    )
    expect(found).toEqual([
      {
        tenant: 'main',
        check: 'counters',
        isOversold: false,
        foundAt: parking,
        sessionId: parking,
        poolId: parking,
        says: column === 'held' ? 'held 2, sold 2 of 5' : 'held 1, sold 3 of 5',
        found: 'ledger: held 1, sold 2 (imported 0); holds: held 1, sold 2; tickets 0',
      },
    ])
  })

  test('finds an add-on that is on a receipt but was not sold', async () => {
    const ofSale = `where session_id = $1 and order_id is not null`
    const found = await tampered(
      `update holds set state = 'refunded' ${ofSale}`,
      `update holds set state = 'sold' ${ofSale}`,
    )
    expect(found).toContainEqual({
      tenant: 'main',
      check: 'add-ons',
      foundAt: orderId,
      sessionId: parking,
      poolId: parking,
      says: `order ${orderId}: add-ons 2`,
      found: 'sold holds 0',
    })
  })

  test('finds an add-on that was sold without its order, or for another order', async () => {
    const found = await tampered(
      `update holds set order_id = null where session_id = $1 and state = 'sold'`,
      `update holds set order_id = (select id from orders) where session_id = $1 and state = 'sold'`,
    )
    expect(found.map(({ check, says }) => `${check}: ${says}`).sort()).toEqual([
      `add-ons: order ${orderId}: add-ons 2`,
      'add-ons: order none: add-ons 0',
    ])
  })

  test("covers add-ons in the job's full passes, whether or not they changed", async () => {
    await server.sql('update stock set held = held + 1 where add_on_id = $1', [parking])
    expect(await auditTurns(server)()).toBe(1)
    await server.sql('update stock set held = held - 1 where add_on_id = $1', [parking])
  })
})
