import { BUYER, serverForTests, type TestBrowser } from '@foyer/testkit'
import { percentOff } from '@foyer/testkit/coupons'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { times } from './support/calls.ts'
import {
  buyTypes,
  FREE,
  setPolicy,
  THREE_TYPES,
  ticketIdsOf,
  upgradeOptions,
} from './support/upgrades.ts'
import { watchWrites } from './support/writes.ts'

// Before the server connects: each new connection copies the method.
const statements = vi.spyOn(pg.Client.prototype, 'query')

/** The upgrades of an order over HTTP and PostgreSQL. The sums themselves are in docs/pricing.md. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })

type Plan = Parameters<typeof server.build.event>[0]

async function bought(plan: Plan = {}, order: Parameters<typeof buyTypes>[2] = {}) {
  const event = await server.build.event({ types: THREE_TYPES, ...plan })
  const browser = server.browser()
  const orderId = await buyTypes(browser, event, order)
  const ticketIds = await ticketIdsOf(server, orderId)
  return { event, browser, orderId, ticketIds }
}

const optionsOf = async (browser: TestBrowser, orderId: string, ticketIds?: string) =>
  (await upgradeOptions(browser, orderId, ticketIds ? { ticketIds } : {})).body.data.upgradeOptions

describe('the upgrades of an order', () => {
  test('are the dearer types, cheapest first, with fees, and listing them changes nothing', async () => {
    const { browser, orderId, event, ticketIds } = await bought({ fee: { flatMinor: 250 } })
    const [from, fast, vip] = event.typeIds
    const written = await watchWrites(server)
    const { status, body } = await upgradeOptions(browser, orderId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      data: {
        currency: 'usd',
        currentTickets: ticketIds.map((id) => ({
          id,
          ticketTypeId: from,
          ticketTypeName: 'General Admission',
          currentPrice: 32.49,
          canUpgrade: true,
        })),
        upgradeOptions: [
          {
            fromTicketTypeId: from,
            toTicketTypeId: fast,
            fromTypeName: 'General Admission',
            toTypeName: 'Fast Pass',
            priceDifference: 10,
            availableCapacity: null,
            canUpgrade: true,
            ticketIds,
            eachMinor: 1000,
            change: {
              before: { totalMinor: 6498, feeMinor: 500 },
              after: { totalMinor: 8498 },
              differenceMinor: 2000,
              dueMinor: 2000,
              refundMinor: 0,
            },
          },
          { toTicketTypeId: vip, priceDifference: 30, change: { dueMinor: 6000 } },
        ],
        policy: { changesLeft: null, fee: null, refundsDecrease: true },
      },
    })
    expect(body.data.upgradeOptions).toHaveLength(2)
    expect(await written()).toEqual([])
  })

  test('are quoted for the named tickets alone', async () => {
    const { browser, orderId, ticketIds } = await bought({}, { quantities: [2, 1] })
    const [first = '', , third = ''] = ticketIds
    const options = await optionsOf(browser, orderId, first)
    expect(
      options.map(({ fromTypeName, toTypeName, ticketIds: chosen, change }: Option) => [
        fromTypeName,
        toTypeName,
        chosen,
        change?.dueMinor ?? null,
      ]),
    ).toEqual([
      ['General Admission', 'Fast Pass', [first], 1000],
      ['General Admission', 'Platinum VIP', [first], 3000],
      ['Fast Pass', 'Platinum VIP', [], null],
    ])
    // The price of one ticket is named also where none is chosen.
    expect(options[2]).toMatchObject({ priceDifference: 20, eachMinor: null, canUpgrade: true })
    // Only one of two is upgraded; the other ticket stays as it was bought.
    expect(options[0].change.after.lines).toHaveLength(2)
    const both = await optionsOf(browser, orderId, `${first},${third}`)
    expect(both.map(({ change }: Option) => change?.dueMinor)).toEqual([1000, 3000, 2000])
  })

  test('are listed for each session that the order has tickets for', async () => {
    const { browser, orderId, event, ticketIds } = await bought({
      sessions: 2,
      types: [{ dynamicMinor: 3000 }, { name: 'Front Row', dynamicMinor: 5000 }],
    })
    const [here, there] = event.sessionIds
    await browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
      newSessionId: there,
      ticketIds: [ticketIds[1]],
      customerEmail: BUYER.contact.email,
    })
    await server.sql(
      'update session_prices set price_minor = 7000 where session_id = $1 and ticket_type_id = $2',
      [there, event.typeIds[1]],
    )
    const options = await optionsOf(browser, orderId)
    expect(
      options.map(({ sessionId, priceDifference }: Option) => [sessionId, priceDifference]),
    ).toEqual([
      [here, 20],
      [there, 40],
    ])
  })

  test('are ranked by price without fees', async () => {
    const { browser, orderId, event } = await bought()
    // The fee of the cheaper type makes its price with fees higher than that of the dearest type.
    const [fee] = await server.sql<{ id: string }>(
      `insert into fee_sets (tenant_id, id, name, fee_type, flat_minor)
       values (1, gen_random_uuid(), 'High', 'flat', 9000) returning id`,
    )
    await server.sql('update ticket_types set fee_set_id = $2 where id = $1', [
      event.typeIds[1],
      fee?.id,
    ])
    const options = await optionsOf(browser, orderId)
    expect(options.map(({ toTypeName }: Option) => toTypeName)).toEqual([
      'Fast Pass',
      'Platinum VIP',
    ])
  })

  test('subtract the discount of the order from the new price', async () => {
    const { code } = await server.build.coupon({ discounts: [percentOff(50)] })
    const { browser, orderId } = await bought({}, { code })
    const [option] = await optionsOf(browser, orderId)
    expect(option.change).toMatchObject({
      before: { discountMinor: 2999 },
      after: { discountMinor: 3999, coupon: { code } },
      differenceMinor: 1000,
    })
  })

  test("include the organizer's fee and name it before anybody starts", async () => {
    const { browser, orderId, event } = await bought()
    const fee = { feeType: 'flat', amountMinor: 300 }
    await setPolicy(server, event, { upgrade: { ...FREE, untilMinutes: 120, limit: 2, fee } })
    const { body } = await upgradeOptions(browser, orderId)
    const { startTime } = body.data.currentTickets[0].session
    expect(body.data.policy).toEqual({
      changesUntil: new Date(Date.parse(startTime) - 120 * 60_000).toISOString(),
      changesLeft: 2,
      fee,
      refundsDecrease: true,
    })
    expect(body.data.upgradeOptions[0]).toMatchObject({
      priceDifference: 13,
      change: { changeFeeMinor: 600, dueMinor: 2600 },
    })
  })

  test('say what is left, and cannot be chosen for more tickets than that', async () => {
    const types = THREE_TYPES.map((type, index) => (index === 1 ? { ...type, capacity: 1 } : type))
    const { browser, orderId, ticketIds } = await bought({ types })
    const roomOf = ({ availableCapacity, canUpgrade }: Option) => [availableCapacity, canUpgrade]
    expect((await optionsOf(browser, orderId)).map(roomOf)).toEqual([
      [1, false],
      [null, true],
    ])
    expect((await optionsOf(browser, orderId, ticketIds[0])).map(roomOf)).toEqual([
      [1, true],
      [null, true],
    ])
  })

  test('are none for the highest type, and leave archived types out', async () => {
    const { browser, orderId } = await bought({}, { quantities: [0, 0, 1] })
    expect(await optionsOf(browser, orderId)).toEqual([])
    const another = await bought()
    await server.sql('update ticket_types set is_archived = true where id = any($1)', [
      another.event.typeIds.slice(1),
    ])
    expect(await optionsOf(another.browser, another.orderId)).toEqual([])
  })

  test('need as many statements for many tickets and types as for one', async () => {
    const few = await bought({ types: THREE_TYPES.slice(0, 2) }, { quantities: [1] })
    const many = await bought(
      { types: THREE_TYPES.map((type) => ({ ...type, max: 40 })) },
      { quantities: [30, 20] },
    )
    /** The fewest of some calls: other work of the server may send statements meanwhile. */
    const count = async ({ browser, orderId }: typeof few) => {
      const counts: number[] = []
      for (const _ of times(5, () => null)) {
        const before = statements.mock.calls.length
        await optionsOf(browser, orderId)
        counts.push(statements.mock.calls.length - before)
      }
      return Math.min(...counts)
    }
    expect(await count(many)).toBe(await count(few))
  })
})

/** What these tests read of an option. */
interface Option {
  sessionId: string
  fromTypeName: string
  toTypeName: string
  priceDifference: number
  availableCapacity: number | null
  canUpgrade: boolean
  ticketIds: string[]
  change: { dueMinor: number } | null
}
