import { findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'
import { work } from './support/disruptions.ts'
import { bought, refundsOf } from './support/money.ts'
import { type Ended, runProgram } from './support/run-program.ts'

/** `npm run session`, as an operator runs it beside a running server. */
const server = serverForTests({ jobs: false })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const SESSION = new URL('../src/operator/session.ts', import.meta.url)

const run = (...args: string[]): Promise<Ended> =>
  runProgram(SESSION, args, {
    DATABASE_URL: server.databaseUrl,
    FOYER_DATA: server.dataDir,
    LOG_LEVEL: 'silent',
  })

const summaryOf = ({ stdout }: Ended) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '')

test('a dry run says what is concerned and changes nothing', { tags: ['night'] }, async () => {
  const { event } = await bought(server, await server.build.event())
  const ended = await run('main', event.sessionId, 'call-off', '--dry-run')
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout).toMatch(/^orders +1$/m)
  expect(ended.stdout).toMatch(/^tickets +2, bought at \$60\.00$/m)
  expect(ended.stdout).toContain('this was a dry run')
  expect((await holdCartOf(server.browser(), event)).status).toBe(201)
})

test('a session is called off at once, and its status shows how far the refunds are', async () => {
  const { event } = await bought(server, await server.build.event())
  const ended = await run('main', event.sessionId, 'call-off')
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(summaryOf(ended)).toMatchObject({ kind: 'called_off', state: 'listing', orders: 0 })
  expect((await holdCartOf(server.browser(), event)).body.code).toBe('sales_closed')
  await work(server)
  const status = await run('main', event.sessionId, 'status')
  expect(summaryOf(status)).toMatchObject({
    state: 'done',
    orders: 1,
    settled: 1,
    failed: 0,
    refundMinor: 6000,
    refunds: { queued: 1 },
  })
})

test('the command may be repeated: it then shows the status', { tags: ['night'] }, async () => {
  const { event } = await bought(server, await server.build.event())
  await run('main', event.sessionId, 'call-off')
  await work(server)
  const again = await run('main', event.sessionId, 'call-off')
  expect([again.code, summaryOf(again).settled]).toEqual([0, 1])
  expect(await refundsOf(server, event)).toHaveLength(1)
})

test('it ends with 1 while an order failed, and `retry` has it tried again', {
  tags: ['night'],
}, async () => {
  const { event, orderId } = await bought(server, await server.build.event())
  await server.sql(
    `insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
     select tenant_id, 'du_retry', id, 6000, 'usd', 'opened' from payments where order_id = $1`,
    [orderId],
  )
  await run('main', event.sessionId, 'call-off')
  await work(server)
  const status = await run('main', event.sessionId, 'status')
  expect([status.code, summaryOf(status).failed]).toEqual([1, 1])
  expect(status.stdout).toMatch(/^failed +1 orders +charge_disputed$/m)
  await server.sql(`delete from disputes where id = 'du_retry'`)
  expect((await run('main', event.sessionId, 'retry')).stdout).toContain('1 orders are tried again')
  await work(server)
  expect((await run('main', event.sessionId, 'status')).code).toBe(0)
})

test.each([
  [
    'of an organizer that is not there',
    ['nobody', crypto.randomUUID(), 'status'],
    'Which organizer?',
  ],
  ['of a session that is not there', ['main', crypto.randomUUID(), 'status'], 'Which session?'],
  ['with a word it does not know', ['main', 'x', 'status', '--soon'], '--soon'],
])('ends with 2 %s', { tags: ['night'] }, async (_, args, text) => {
  const ended = await run(...args)
  expect([ended.code, ended.stdout]).toEqual([2, ''])
  expect(ended.stderr).toContain('No session was changed.')
  expect(ended.stderr).toContain(text)
})
