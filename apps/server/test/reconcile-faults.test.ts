import {
  BUYER,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  holdCart,
  serverForTests,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { settleDispute } from '../src/features/payments/disputes/settle-dispute.ts'
import { reconcilePayments } from '../src/features/payments/reconcile/reconcile-payments.ts'
import { claimWatermark } from '../src/features/payments/reconcile/watermarks.ts'
import { reconcile } from '../src/reconcile/reconcile.ts'
import { accountsOf, bought, refundsOf } from './support/money.ts'
import { defaultTenantOf, emulatorOf } from './support/parts.ts'
import { askProvider } from './support/provider.ts'

/** The reconciler when something fails: it does what it can and tries the rest again. */
const server = serverForTests({ jobs: false })
afterEach(async () => {
  emulator().faults.clear()
  expect(await findStockDrift(server)).toEqual([])
})

const round = () => reconcile(server.foyer.context)
const emulator = () => emulatorOf(server)
const tenant = () => defaultTenantOf(server)

/** A paid cart that no webhook has reported. */
async function paid(card = CARDS.success) {
  const event = await server.build.event({ capacity: 2 })
  const browser = server.browser()
  await holdCart(browser, event)
  const { body: intent } = await createIntent(browser)
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  await confirmCard(browser, intent, card)
  const payment = async () => {
    const [row] = await server.sql<{ id: string; state: string }>(
      'select id, state from payments where event_id = $1',
      [event.eventId],
    )
    return row ?? expect.unreachable()
  }
  return { event, intentId: intent.paymentIntentId, payment }
}

/** An intent whose payment the database refuses to settle. */
async function poisoned() {
  const sale = await paid()
  const name = `poison_${sale.event.eventId.replaceAll('-', '')}`
  await server.sql(
    `create function ${name}() returns trigger language plpgsql as
     $$ begin if new.event_id = '${sale.event.eventId}' then raise exception 'poison'; end if;
     return new; end $$`,
  )
  await server.sql(
    `create trigger ${name} before insert on orders for each row execute function ${name}()`,
  )
  const cure = () => server.sql(`drop function ${name} cascade`)
  return { ...sale, cure }
}

describe('a payment that cannot be settled', () => {
  test('does not stop the others or the other lists, and is tried again', async () => {
    const poison = await poisoned()
    const other = await paid()
    const given = await bought(server, await server.build.event())
    await askProvider(server, 'refunds', { payment_intent: given.intentId, amount: '500' })
    await round()
    expect((await other.payment()).state).toBe('completed')
    expect(await refundsOf(server, given.event)).toMatchObject([{ state: 'succeeded' }])
    expect((await poison.payment()).state).toBe('open')
    await poison.cure()
    await round()
    expect((await poison.payment()).state).toBe('completed')
  })

  test('makes the next round read the list from the same position', async () => {
    const reached = () =>
      server.sql<{ kind: string; at: string }>(
        'select kind, reached_at::text as at from provider_watermarks order by kind',
      )
    await round()
    const before = await reached()
    const poison = await poisoned()
    await round()
    const after = await reached()
    expect(after.map(({ at }, index) => at !== before[index]?.at)).toEqual([true, false, true])
    await poison.cure()
    await round()
  })
})

test('an unreachable provider does not stop the findings that need the database only', async () => {
  const sale = await bought(server, await server.build.event())
  await server.sql(
    `delete from money_ledger where kind = 'charge' and source_id in
       (select id::text from payments where event_id = $1)`,
    [sale.event.eventId],
  )
  emulator().faults.randomly({ seed: 1, chances: { error500: 1 } })
  expect(await round()).toMatchObject({ settled: 0, posted: 1 })
  expect(await accountsOf(server, sale.event)).toEqual({ provider_balance: 6000, sales: -6000 })
})

describe('a claim on a list', () => {
  const claimedUntil = async () => {
    const [row] = await server.sql<{ at: Date; reached: string | null }>(
      `select claimed_until as at, reached_at::text as reached from provider_watermarks
       where kind = 'intents'`,
    )
    return row ?? expect.unreachable()
  }

  test('has no effect any more after another process has taken it over', async () => {
    const { context } = server.foyer
    const first = (await claimWatermark(context, 'intents', null)) ?? expect.unreachable()
    await server.sql(`update provider_watermarks set claimed_until = '-infinity'`)
    const second = (await claimWatermark(context, 'intents', null)) ?? expect.unreachable()
    const before = await claimedUntil()
    expect(await first.prolong()).toBe(false)
    await first.reach()
    await first.giveUp()
    expect(await claimedUntil()).toEqual(before)
    expect(await second.prolong()).toBe(true)
    expect((await claimedUntil()).at.getTime()).toBeGreaterThan(before.at.getTime())
    await second.giveUp()
  })
})

describe('a shop that had another name at the provider', () => {
  const rename = async (slug: string) => {
    await server.sql('update tenants set slug = $1 where is_default', [slug])
    await server.foyer.context.tenants.reload()
  }

  test('finds what was paid under the old name', async () => {
    const [listed, asked] = [await paid(), await paid()]
    await rename('renamed')
    try {
      await server.sql('update payments set next_check_at = now() where event_id = $1', [
        asked.event.eventId,
      ])
      await reconcilePayments(server.foyer.context, tenant())
      expect((await asked.payment()).state).toBe('completed')
      await round()
      expect((await listed.payment()).state).toBe('completed')
    } finally {
      await rename('main')
    }
  })
})

describe('a dispute', () => {
  async function disputed() {
    const sale = await paid('4000000000000259')
    emulator().settle()
    await round()
    const { payments } = server.foyer.context
    const [{ id }] = (await askProvider(server, `disputes?payment_intent=${sale.intentId}`)).data
    const retrieve = async () => ({
      intent: (await payments.retrieveIntent(sale.intentId)) ?? expect.unreachable(),
      dispute: (await payments.retrieveDispute(id)) ?? expect.unreachable(),
    })
    const problems = async () =>
      (await round()).problems.filter(({ subject }) => subject.startsWith('du_'))
    return { ...sale, id, retrieve, problems }
  }

  test('is fetched until its end is known, if no webhook reported the end', async () => {
    const { event, id, problems } = await disputed()
    expect(await problems()).toMatchObject([{ kind: 'charge disputed', subject: id }])
    await server.sql(`update provider_watermarks set reached_at = now() + interval '1 hour'`)
    await askProvider(server, `disputes/${id}/close`, {})
    expect(await problems()).toEqual([])
    expect(await accountsOf(server, event)).toEqual({ refunds: 6000, sales: -6000 })
    await server.sql('update provider_watermarks set reached_at = null')
  })

  test('stays closed if its opening is reported late', async () => {
    const { id, retrieve, problems } = await disputed()
    const late = await retrieve()
    await askProvider(server, `disputes/${id}/close`, {})
    expect(await problems()).toEqual([])
    await settleDispute(server.foyer.context, late.intent, late.dispute)
    expect(await problems()).toEqual([])
  })

  test('is distinguished from another one about the same charge', async () => {
    const { retrieve, id } = await disputed()
    const { intent, dispute } = await retrieve()
    const other = { ...dispute, id: `du_other_${id}`, amountMinor: 100 }
    await settleDispute(server.foyer.context, intent, other)
    const open = async () =>
      (await server.sql(`select id from disputes where state = 'opened'`)).map((row) => row.id)
    expect((await open()).sort()).toEqual([id, other.id].sort())
    await settleDispute(server.foyer.context, intent, { ...other, stage: 'won' })
    await settleDispute(server.foyer.context, intent, { ...dispute, stage: 'won' })
    expect(await open()).toEqual([])
  })
})
