import { type BuiltEvent, buy, holdCart, orderBody, serverForTests } from '@foyer/testkit'
import { percentOff } from '@foyer/testkit/coupons'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditAll } from '../src/audit/audit.ts'
import { auditTurns } from './support/audit-turns.ts'
import { runProgram } from './support/run-program.ts'

const server = serverForTests({ jobs: false })
let event: BuiltEvent
let orderId: string

beforeEach(async () => {
  event = await server.build.event({ capacity: 10 })
  const bought = await buy(server.browser(), event, '12345', 2)
  orderId = bought.body.id
  await holdCart(server.browser(), event, '12345', 3)
})

const audit = () => auditAll(server.foyer.context.db)

/** Changes the database directly, runs the audit, and undoes the change. */
async function tampered(change: string, values: unknown[], undo: string, undoValues = values) {
  await server.sql(change, values)
  try {
    return (await audit()).differences
  } finally {
    await server.sql(undo, undoValues)
    expect((await audit()).differences).toEqual([])
  }
}

describe('the audit', () => {
  test('counts all rows and finds nothing if everything agrees', async () => {
    const report = await audit()
    expect(report.differences).toEqual([])
    expect(report.sessions).toBeGreaterThan(0)
    expect(report.pools).toBe(report.sessions * 2)
    expect(report.holds).toBe(report.orders * 2)
  })

  test.each(['held', 'sold'])('finds a wrong counter of %s', async (column) => {
    const own = 'where session_id = $1 and pool_id = $1'
    const [found, ...others] = await tampered(
      `update stock set ${column} = ${column} + 1 ${own}`,
      [event.sessionId],
      `update stock set ${column} = ${column} - 1 ${own}`,
    )
    expect(others).toEqual([])
    expect(found).toEqual({
      tenant: 'main',
      check: 'counters',
      isOversold: false,
      foundAt: event.sessionId,
      sessionId: event.sessionId,
      poolId: event.sessionId,
      says: column === 'held' ? 'held 4, sold 2 of 10' : 'held 3, sold 3 of 10',
      found: 'ledger: held 3, sold 2 (imported 0); holds: held 3, sold 2; tickets 2',
    })
  })

  test('finds a wrong counter of a type, a missing one, and one beyond its capacity', async () => {
    const values = [event.sessionId, event.typeId]
    const ofType = 'where session_id = $1 and pool_id = $2'
    const off = await tampered(
      `update stock set held = held - 1 ${ofType}`,
      values,
      `update stock set held = held + 1 ${ofType}`,
    )
    expect(off).toMatchObject([{ check: 'counters', poolId: event.typeId }])

    const [row] = await server.sql(`select * from stock ${ofType}`, values)
    const lost = await tampered(
      `delete from stock ${ofType}`,
      values,
      `insert into stock (tenant_id, session_id, pool_id, capacity, held, sold)
       values ($1, $2, $3, $4, $5, $6)`,
      [row?.tenant_id, ...values, row?.capacity, row?.held, row?.sold],
    )
    expect(lost).toMatchObject([{ poolId: event.typeId, says: 'held 0, sold 0 of any number' }])

    // The constraint would refuse the row, so it is dropped first.
    await server.sql('alter table stock drop constraint stock_never_oversold')
    const over = await tampered(
      'update stock set capacity = 4 where session_id = $1 and pool_id = $1',
      [event.sessionId],
      'update stock set capacity = 10 where session_id = $1 and pool_id = $1',
    )
    expect(over).toMatchObject([{ poolId: event.sessionId, says: 'held 3, sold 2 of 4' }])
    await server.sql(`alter table stock add constraint stock_never_oversold
      check (capacity is null or held + sold <= capacity)`)
  })

  test('finds a ledger that does not explain its counters', async () => {
    const found = await tampered(
      `insert into stock_ledger
         (tenant_id, session_id, ticket_type_id, hold_ids, kind, held_delta, sold_delta)
       values (1, $1, $2, '{}', 'hold', 77, 0)`,
      [event.sessionId, event.typeId],
      `delete from stock_ledger where session_id = $1 and ticket_type_id = $2 and held_delta = 77`,
    )
    expect(found.map(({ check, poolId }) => [check, poolId]).sort()).toEqual(
      [
        ['counters', event.sessionId],
        ['counters', event.typeId],
      ].sort(),
    )
  })

  test('accepts a ledger row for tickets sold elsewhere, and no other unexplained row', async () => {
    await server.sql(
      `insert into stock_ledger
         (tenant_id, session_id, ticket_type_id, hold_ids, kind, held_delta, sold_delta)
       values (1, $1, $2, '{}', 'import', 0, 4)`,
      [event.sessionId, event.typeId],
    )
    expect((await audit()).differences).toHaveLength(2)
    await server.sql('update stock set sold = sold + 4 where session_id = $1', [event.sessionId])
    expect((await audit()).differences).toEqual([])
  })

  test('finds a hold whose state or quantity was changed by hand', async () => {
    const values = [event.sessionId]
    for (const [change, undo] of [
      [`quantity = 4`, `quantity = 3`],
      [`state = 'released'`, `state = 'held'`],
    ]) {
      const found = await tampered(
        `update holds set ${change} where session_id = $1 and quantity = 3`,
        values,
        `update holds set ${undo} where session_id = $1 and quantity in (3, 4)`,
      )
      expect(found.map(({ check }) => check)).toEqual(['counters', 'counters'])
    }
  })

  test('finds tickets that are too many, too few, or for another session or type', async () => {
    const cancelled = await tampered(
      `update tickets set status = 'CANCELLED' where order_id = $1 and number = 1`,
      [orderId],
      `update tickets set status = 'VALID' where order_id = $1`,
    )
    expect(cancelled.map(({ check }) => check)).toEqual([
      'counters',
      'counters',
      'sales',
      'order values',
    ])
    expect(cancelled.at(-2)).toMatchObject({
      sessionId: event.sessionId,
      says: `order ${orderId}: sold holds 2`,
      found: 'tickets 1',
    })

    const other = await server.build.event()
    const moved = await tampered(
      'update tickets set session_id = $2 where order_id = $1 and number = 1',
      [orderId, other.sessionId],
      'update tickets set session_id = $2 where order_id = $1',
      [orderId, event.sessionId],
    )
    expect(new Set(moved.map(({ sessionId }) => sessionId))).toEqual(
      new Set([event.sessionId, other.sessionId]),
    )
  })

  test('finds an order whose items have another quantity, and a refunded one with tickets', async () => {
    const items = await tampered(
      'update order_items set quantity = 3 where order_id = $1',
      [orderId],
      'update order_items set quantity = 2 where order_id = $1',
    )
    expect(items).toMatchObject([
      { check: 'order items', says: `order ${orderId}: items 3`, found: 'tickets 2' },
    ])
    const undone = await tampered(
      `update orders set status = 'REFUNDED' where id = $1`,
      [orderId],
      `update orders set status = 'PAID' where id = $1`,
    )
    expect(undone).toMatchObject([{ check: 'order states', found: 'valid tickets 2' }])
  })

  test('finds an order and tickets under another event than their session', async () => {
    const other = await server.build.event()
    const ofOrder = await tampered(
      'update orders set event_id = $2 where id = $1',
      [orderId, other.eventId],
      'update orders set event_id = $2 where id = $1',
      [orderId, event.eventId],
    )
    expect(ofOrder).toEqual([
      {
        tenant: 'main',
        check: 'events',
        foundAt: orderId,
        sessionId: event.sessionId,
        poolId: null,
        says: `order ${orderId}: event ${other.eventId}`,
        found: `of its session: ${event.eventId}`,
      },
    ])
  })

  test.each(['order_items', 'tickets', 'mails'])('finds %s without an order', async (table) => {
    const stray = crypto.randomUUID()
    const found = await tampered(
      `update ${table} set order_id = $2 where order_id = $1`,
      [orderId, stray],
      `update ${table} set order_id = $1 where order_id = $2`,
    )
    expect(found).toContainEqual(
      expect.objectContaining({
        check: 'orphans',
        says: expect.stringContaining(`order ${stray}`),
        found: 'no order',
      }),
    )
  })

  test('finds a sold hold without its order', async () => {
    const found = await tampered(
      'update holds set order_id = null where order_id = $1',
      [orderId],
      `update holds set order_id = $1 where state = 'sold' and order_id is null`,
    )
    expect(new Set(found.map(({ check, says, found }) => `${check}: ${says}, ${found}`))).toEqual(
      new Set([
        'sales: order none: sold holds 2, tickets 0',
        `sales: order ${orderId}: sold holds 0, tickets 2`,
      ]),
    )
  })

  test('finds a coupon whose count differs from its uses, and an order that names another', async () => {
    const { code, codeId } = await server.build.coupon({ limit: 5, discounts: [percentOff(100)] })
    const browser = server.browser()
    await holdCart(browser, event, '12345', 1)
    await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
    const { body } = await browser.send('POST', '/api/checkout/orders', orderBody(event))
    expect((await audit()).differences).toEqual([])

    const counted = await tampered(
      'update coupon_codes set usage_count = usage_count + 1 where id = $1',
      [codeId],
      'update coupon_codes set usage_count = usage_count - 1 where id = $1',
    )
    expect(counted).toMatchObject([
      { check: 'coupon counts', says: `coupon code ${codeId}: 2 of 5 used`, found: 'uses 1' },
    ])
    const values = [body.orderId, orderId]
    const elsewhere = await tampered(
      'update coupon_uses set order_id = $2 where order_id = $1',
      values,
      'update coupon_uses set order_id = $1 where order_id = $2',
    )
    expect(elsewhere.map(({ check, found }) => [check, found.split(',')[0]])).toEqual(
      expect.arrayContaining([
        ['coupon orders', 'spent: none'],
        ['coupon orders', expect.stringMatching(/^spent: [0-9a-f-]{36}$/)],
      ]),
    )
    const discounted = await tampered(
      'update coupon_uses set discount_minor = discount_minor + 1 where order_id = $1',
      [body.orderId],
      'update coupon_uses set discount_minor = discount_minor - 1 where order_id = $1',
    )
    expect(discounted).toMatchObject([{ check: 'coupon orders' }])
  })

  test('finds an order without a payment, and a completed payment without its order', async () => {
    const unpaid = await tampered(
      `update payments set state = 'canceled' where order_id = $1`,
      [orderId],
      `update payments set state = 'completed' where order_id = $1`,
    )
    expect(unpaid).toMatchObject([{ check: 'paid orders', says: `order ${orderId}: paid` }])
    const [payment] = await server.sql('select id from payments where order_id = $1', [orderId])
    const orphan = await tampered(
      'update payments set order_id = null where order_id = $1',
      [orderId],
      'update payments set order_id = $1 where id = $2',
      [orderId, payment?.id],
    )
    expect(orphan).toMatchObject([
      { check: 'order values', says: `order ${orderId}: charged 0, refunded 0` },
      { check: 'completed payments', sessionId: null },
    ])
  })

  test('finds an order that is worth more or less than what was paid for it', async () => {
    const cheaper = await tampered(
      'update tickets set price_minor = price_minor - 100 where order_id = $1 and number = 1',
      [orderId],
      'update tickets set price_minor = price_minor + 100 where order_id = $1 and number = 1',
    )
    expect(cheaper).toMatchObject([{ check: 'order values', foundAt: orderId }])
  })

  test('finds a cart line that is held twice', async () => {
    const copy = await tampered(
      `with copy as (select * from holds where session_id = $1 and state = 'held')
       insert into holds select (jsonb_populate_record(null::holds,
         to_jsonb(copy) || jsonb_build_object('id', gen_random_uuid(), 'customer_identifier', 'copy',
           'request_key', null))).* from copy`,
      [event.sessionId],
      `delete from holds where session_id = $1 and customer_identifier = 'copy'`,
    )
    expect(copy).toContainEqual(
      expect.objectContaining({ check: 'cart lines', poolId: event.typeId, found: 'rows 2' }),
    )
  })

  test('reads every tenant, each under its own name', async () => {
    const { tenantId, slug } = await server.build.tenant()
    const foreign = await server.build.event({ tenantId })
    const found = await tampered(
      'update stock set sold = sold + 1 where session_id = $1 and pool_id = $1',
      [foreign.sessionId],
      'update stock set sold = sold - 1 where session_id = $1 and pool_id = $1',
    )
    expect(found).toMatchObject([{ tenant: slug, sessionId: foreign.sessionId }])
  })

  test('reads one snapshot while sales go on', async () => {
    const busy = await server.build.event({ capacity: 1000 })
    let isOpen = true
    const holding = Array.from({ length: 4 }, async () => {
      while (isOpen) await holdCart(server.browser(), busy, '12345', 1)
    })
    for (let round = 0; round < 10; round += 1) {
      expect((await audit()).differences).toEqual([])
    }
    isOpen = false
    await Promise.all(holding)
  })
})

describe('the job', () => {
  const DAY = 24 * 60 * 60 * 1000

  test('finds a difference in a session that the ledger shows as changed, and logs it', async () => {
    const { context } = server.foyer
    const logged: object[] = []
    const log = Object.create(context.log, {
      error: { value: (details: object) => logged.push(details) },
    })
    const turn = auditTurns(server, { context: { ...context, log } })
    expect(await turn()).toBe(0)
    await server.sql('update stock set held = held + 1 where session_id = $1 and pool_id = $1', [
      event.sessionId,
    ])
    // No entry of the ledger shows it, and today's pass through all sessions is over.
    expect(await turn()).toBe(0)
    await holdCart(server.browser(), event, '77777', 1)
    expect(await turn()).toBe(1)
    expect(logged).toMatchObject([
      { tenant: 'main', differences: [{ check: 'counters', poolId: event.sessionId }] },
    ])
    await server.sql('update stock set held = held - 1 where session_id = $1 and pool_id = $1', [
      event.sessionId,
    ])
    expect(await turn()).toBe(0)
  })

  test('goes through all sessions slice by slice, and checks differing ones again until they agree', async () => {
    const { context } = server.foyer
    const { tenantId } = await server.build.tenant({ slug: 'large' })
    await context.tenants.reload()
    const large = await server.build.event({ tenantId })
    await server.sql(
      `with made as (
         insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date)
         select tenant_id, gen_random_uuid(), event_id, starts_at + n * interval '1 day',
           ends_at + n * interval '1 day', local_date + n
         from sessions, generate_series(1, 300) n where id = $1 returning tenant_id, id)
       insert into stock (tenant_id, session_id, pool_id, capacity) select tenant_id, id, id, 9 from made`,
      [large.sessionId],
    )
    const tamper = (held: number) =>
      server.sql(
        `update stock set held = $2 where tenant_id = $1 and pool_id = session_id
         and session_id = (select max(id::text)::uuid from sessions where tenant_id = $1)`,
        [tenantId, held],
      )
    await tamper(1)
    let now = 0
    const turn = auditTurns(server, { now: () => now })
    expect(await turn()).toBe(0)
    expect(await turn()).toBe(1)
    // The pass is over; differing sessions are checked in each turn.
    expect(await turn()).toBe(1)
    await tamper(0)
    expect(await turn()).toBe(0)
    await tamper(1)
    expect([await turn(), await turn()]).toEqual([0, 0])
    now = DAY
    expect([await turn(), await turn()]).toEqual([0, 1])
    await tamper(0)
    expect(await turn()).toBe(0)
  })

  test('reports a difference once, and forgets it as soon as it is gone', async () => {
    let now = 0
    const turn = auditTurns(server, { now: () => now })
    const found = () => {
      now += DAY
      return turn()
    }
    const tamper = (by: number) =>
      server.sql('update stock set held = held + $2 where session_id = $1 and pool_id = $1', [
        event.sessionId,
        by,
      ])
    const order = (set: string) =>
      server.sql(`update orders set status = '${set}' where event_id = $1`, [event.eventId])
    expect(await found()).toBe(0)
    await tamper(1)
    expect([await found(), await found()]).toEqual([1, 1])
    await order('CANCELLED')
    const both = await found()
    expect(both).toBeGreaterThan(1)
    await tamper(-1)
    expect(await found()).toBe(both - 1)
    await order('PAID')
    expect(await found()).toBe(0)
  })

  test('checks an order that was created after its last turn', async () => {
    const turn = auditTurns(server)
    expect(await turn()).toBe(0)
    const { body } = await buy(server.browser(), event)
    await server.sql(`update orders set status = 'CANCELLED' where id = $1`, [body.orderId])
    expect(await turn()).toBeGreaterThan(0)
    await server.sql(`update orders set status = 'PAID' where id = $1`, [body.orderId])
    expect(await turn()).toBe(0)
  })
})

describe('npm run audit', () => {
  const run = (variables: Record<string, string>) =>
    runProgram(new URL('../src/audit/main.ts', import.meta.url), [], {
      FOYER_DATA: server.dataDir,
      ...variables,
    })
  const lastLine = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')

  test('ends with 0 and a JSON line if everything agrees', async () => {
    const { code, stdout } = await run({ DATABASE_URL: server.databaseUrl })
    const { differences, ...counts } = await audit()
    expect(code).toBe(0)
    expect(lastLine(stdout)).toEqual({ ...counts, differences: differences.length })
  })

  test('ends with 1 and shows the differences in a table', async () => {
    const own = [event.sessionId]
    await server.sql('update stock set sold = sold + 1 where session_id = $1 and pool_id = $1', own)
    const { code, stdout } = await run({ DATABASE_URL: server.databaseUrl })
    await server.sql('update stock set sold = sold - 1 where session_id = $1 and pool_id = $1', own)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^tenant +session +pool +check +says +found$/m)
    expect(stdout).toMatch(
      new RegExp(`^main +${event.sessionId} +total +counters +held 3, sold 3 of 10 +ledger: `, 'm'),
    )
    expect(lastLine(stdout).differences).toBe(1)
  })

  test('ends with 2 and a sentence if it cannot read', async () => {
    const nowhere = await run({ FOYER_DATA: `${server.dataDir}/none` })
    expect([nowhere.code, nowhere.stdout]).toEqual([2, ''])
    expect(nowhere.stderr).toContain('There is no database in')
    const foreign = new URL(server.databaseUrl)
    foreign.pathname = '/postgres'
    const other = await run({ DATABASE_URL: foreign.href })
    expect([other.code, other.stderr]).toEqual([
      2,
      'The database could not be audited.\nIt is not a database of Foyer.\n',
    ])
  })
})
