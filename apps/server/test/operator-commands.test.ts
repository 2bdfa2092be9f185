import { findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { bought, refundsOf } from './support/money.ts'
import { type Ended, runProgram } from './support/run-program.ts'

/** `npm run refund` and `npm run reconcile`, as an operator runs them beside a running server. */
const server = serverForTests({ jobs: false })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const REFUND = new URL('../src/operator/refund.ts', import.meta.url)
const RECONCILE = new URL('../src/reconcile/main.ts', import.meta.url)

const run = (program: URL, ...args: string[]): Promise<Ended> =>
  runProgram(program, args, {
    DATABASE_URL: server.databaseUrl,
    FOYER_DATA: server.dataDir,
    LOG_LEVEL: 'silent',
  })

const summaryOf = ({ stdout }: Ended) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '')

describe('refund', () => {
  test('refunds everything, and prints the reference', async () => {
    const { event, orderId } = await bought(server, await server.build.event())
    const ended = await run(REFUND, '--order', orderId)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const [refund] = await refundsOf(server, event)
    expect(refund).toMatchObject({ kind: 'whole', state: 'queued', amount_minor: 6000 })
    const reference = `R-${refund?.id.slice(-8).toUpperCase()}`
    expect(ended.stdout).toContain(`$60.00 go back; the reference is ${reference}.`)
    expect(summaryOf(ended)).toMatchObject({ reference, amountMinor: 6000, tickets: 2 })
  })

  test('makes one refund if it is repeated; with another key it makes another', {
    tags: ['night'],
  }, async () => {
    const { event, orderId } = await bought(server, await server.build.event())
    const args = ['--order', orderId, '--amount', '12.34']
    await run(REFUND, ...args)
    expect((await run(REFUND, ...args)).code).toBe(0)
    expect(await refundsOf(server, event)).toHaveLength(1)
    await run(REFUND, ...args, '--key', 'once more')
    expect((await refundsOf(server, event)).map((row) => row.amount_minor)).toEqual([1234, 1234])
  })

  test('ends with 1 and says so if it is repeated after the refund failed for good', {
    tags: ['night'],
  }, async () => {
    const { event, orderId } = await bought(server, await server.build.event())
    const args = ['--order', orderId, '--amount', '5']
    await run(REFUND, ...args)
    const [refund] = await refundsOf(server, event)
    await server.sql(`update refunds set state = 'failed' where id = $1`, [refund?.id])
    const ended = await run(REFUND, ...args)
    expect(ended.code).toBe(1)
    expect(ended.stdout).toContain('was given up')
    expect(summaryOf(ended)).toMatchObject({ reason: 'given_up', refundId: refund?.id })
    await server.sql(`delete from refunds where id = $1`, [refund?.id])
    await server.sql(`delete from order_changes where order_id = $1`, [orderId])
  })

  test('refunds tickets by their numbers', async () => {
    const { event, orderId, tickets } = await bought(server, await server.build.event(), 3)
    await run(REFUND, '--order', orderId, '--tickets', '1,3', '--without-fees')
    const [refund, ...others] = await refundsOf(server, event)
    expect([refund?.kind, others]).toEqual(['tickets', []])
    expect(refund?.ticket_ids.toSorted()).toEqual([tickets[0]?.id, tickets[2]?.id].toSorted())
  })

  test('ends with 1 and the reason if the order does not allow it', {
    tags: ['night'],
  }, async () => {
    const { orderId } = await bought(server, await server.build.event())
    const ended = await run(REFUND, '--order', orderId, '--amount', '60.01')
    expect(ended.code).toBe(1)
    expect(ended.stdout).toContain('This is more than is left of what was paid.')
    expect(summaryOf(ended)).toMatchObject({ reason: 'amount_above_paid', leftMinor: 6000 })
  })

  test.each([
    ['without an order', [], 'Which order?'],
    ['with an unknown order', ['--order', crypto.randomUUID()], 'There is no such order.'],
    ['with an unknown option', ['--oder', 'x'], '--oder'],
  ])('ends with 2 %s', async (_, args, text) => {
    const ended = await run(REFUND, ...args)
    expect([ended.code, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr).toContain('Nothing was refunded.')
    expect(ended.stderr).toContain(text)
  })

  test("ends with 2 for an invalid amount, or a ticket that is not the order's", {
    tags: ['night'],
  }, async () => {
    const { orderId } = await bought(server, await server.build.event())
    const errorOf = async (...args: string[]) =>
      (await run(REFUND, '--order', orderId, ...args)).stderr
    expect(await errorOf('--amount', 'ten')).toContain(`'ten' is no amount.`)
    expect(await errorOf('--tickets', '7')).toContain(`The order has no ticket '7'.`)
    expect(await errorOf('--tickets', '1', '--amount', '5')).toContain('not both')
  })
})

describe('reconcile', () => {
  test('ends with 0 if everything is settled', async () => {
    const ended = await run(RECONCILE)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain('Everything is settled.')
    expect(summaryOf(ended)).toMatchObject({ posted: 0, problems: 0, differences: 0 })
  })

  test('ends with 1 and shows what it cannot correct', { tags: ['night'] }, async () => {
    const { event, orderId } = await bought(server, await server.build.event())
    await run(REFUND, '--order', orderId, '--amount', '5')
    const [refund] = await refundsOf(server, event)
    await server.sql(`update refunds set state = 'failed' where id = $1`, [refund?.id])
    const ended = await run(RECONCILE)
    expect(ended.code).toBe(1)
    expect(ended.stdout).toMatch(/^tenant +problem +about +details$/m)
    expect(ended.stdout).toMatch(
      new RegExp(`^main +refund given up +${refund?.id} +500 usd of`, 'm'),
    )
    await server.sql(`delete from refunds where id = $1`, [refund?.id])
    await server.sql(`delete from order_changes where order_id = $1`, [orderId])
    expect((await run(RECONCILE)).code).toBe(0)
  })
})
