import { serverForTests, until } from '@foyer/testkit'
import { CARDS, createIntent, holdCart } from '@foyer/testkit/purchase'
import { describe, expect, test } from 'vitest'
import { auditAll } from '../src/audit/audit.ts'
import { refreshAccount } from '../src/engine/accounts/refresh-account.ts'
import { compareWithProvider } from '../src/features/payments/reconcile/compare-provider.ts'
import { refundOrder } from '../src/features/payments/refunds/refund-order.ts'
import {
  answerOnboarding,
  buyFrom,
  chargedOn,
  type Organizer,
  organizer,
  pay,
} from './support/connect.ts'
import { askProvider, controlProvider, webhooksDone } from './support/provider.ts'
import { ageSignIn } from './support/staff.ts'

const FEE = { ppm: 20_000, fixedMinor: 30 }
const FEE_CONFIGURATION = { platformFeePercent: '2', platformFeeFixed: '30' }
const server = serverForTests({ paymentMode: 'connect', configuration: FEE_CONFIGURATION })

const differences = async () => (await auditAll(server.foyer.context.db)).differences

const ledgerOf = async ({ tenantId }: Organizer) => {
  const rows = await server.sql<{ account: string; minor: number }>(
    `select account, sum(amount_minor)::integer as minor from money_ledger where tenant_id = $1
     group by 1 having sum(amount_minor) <> 0 order by 1`,
    [tenantId],
  )
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]))
}

const refund = async ({ tenantId }: Organizer, orderId: string, amountMinor?: number) => {
  const requested = amountMinor
    ? ({ kind: 'amount', amountMinor, withFees: true } as const)
    : ({ kind: 'whole', withFees: true } as const)
  const params = { orderId, requested, reason: null, key: crypto.randomUUID() }
  const made = await refundOrder(server.foyer.context, { id: tenantId }, params)
  expect(made.ok).toBe(true)
  await until(
    () =>
      server.sql('select from refunds where order_id = $1 and state <> $2', [orderId, 'succeeded']),
    (rows) => rows.length === 0,
  )
}

const paymentOf = async (intentId: string) =>
  (await server.sql('select * from payments where intent_id = $1', [intentId]))[0]

describe('connecting an account', () => {
  test('is known to the checklist as soon as the account was read', async () => {
    const of = await organizer(server)
    const begun = await of.send('POST', '/api/admin/money/connect')
    expect((await of.send('GET', '/api/admin/checklist')).body.payments).toBe('none')
    await answerOnboarding(server, begun.body.url, 'complete')
    await of.send('POST', '/api/admin/money/refresh')
    expect((await of.send('GET', '/api/admin/checklist')).body.payments).toBe('test')
  })

  test('is begun by an owner, and says what is still wanted until it is active', async () => {
    const of = await organizer(server)
    expect((await of.money()).body).toEqual({
      mode: 'connect',
      account: null,
      disputes: [],
      findings: [],
      audit: null,
    })
    const begun = await of.send('POST', '/api/admin/money/connect')
    expect(new URL(begun.body.url).pathname).toMatch(/^\/payments-emulator\/onboarding\/link_/)
    expect((await of.money()).body.account).toMatchObject({
      stage: 'started',
      chargesEnabled: false,
      platformFee: FEE,
      isLive: false,
    })
    const left = await answerOnboarding(server, begun.body.url, 'wanted')
    expect(left.headers.get('location')).toContain(`/admin/o/${of.slug}/money?from=stripe`)
    const wanted = await of.send('POST', '/api/admin/money/refresh')
    expect(wanted.body.account).toMatchObject({
      stage: 'wanted',
      wanted: ['A bank account for payouts', 'A document that proves who you are'],
    })
    // The same account goes on.
    const id = await of.connect()
    expect(id).toBe(wanted.body.account.id)
    expect((await of.money()).body.account).toMatchObject({ stage: 'active', wanted: [] })
    const log = await of.send('GET', '/api/admin/audit-log')
    expect(log.body.entries).toMatchObject([{ actionType: 'account.connected', entityName: id }])
  })

  test('keeps the answer that was asked for last, if an older one arrives after it', async () => {
    const of = await organizer(server)
    const accountId = await of.connect()
    const { context } = server.foyer
    const now = await context.payments.accounts.retrieve(accountId)
    const before = now && { ...now, chargesEnabled: false }
    const older = Promise.withResolvers<typeof before>()
    const asking = (answer: Promise<typeof before>) => {
      const asked = Promise.withResolvers<void>()
      const retrieve = () => {
        asked.resolve()
        return answer
      }
      const accounts = Object.create(context.payments.accounts, { retrieve: { value: retrieve } })
      const payments = { ...context.payments, accounts }
      return [
        refreshAccount({ ...context, payments }, of.tenantId, accountId),
        asked.promise,
      ] as const
    }
    const [first, isAsked] = asking(older.promise)
    await isAsked
    const [second] = asking(Promise.resolve(now))
    await second
    older.resolve(before)
    await first
    expect((await of.money()).body.account).toMatchObject({ chargesEnabled: true })
  })

  test('of two calls at once makes one account', async () => {
    const of = await organizer(server)
    const calls = [1, 2].map(() => of.send('POST', '/api/admin/money/connect'))
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200])
    const rows = await server.sql('select from connected_accounts where tenant_id = $1', [
      of.tenantId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('needs the permission and a recent sign-in, and changes nothing without', async () => {
    const of = await organizer(server)
    const manager = await of.as('manager')
    const refused = await manager.browser.send(
      'POST',
      '/api/admin/money/connect',
      undefined,
      of.named,
    )
    expect(refused).toMatchObject({ status: 403, body: { code: 'not_permitted' } })
    await ageSignIn(server, of.owner.id, 11)
    const again = await of.send('POST', '/api/admin/money/connect')
    expect(again.body.code).toBe('sign_in_again')
    expect((await of.money()).body.account).toBeNull()
  })

  test('is reported by a webhook of the account, and asked again without one', async () => {
    const of = await organizer(server)
    const id = await of.connect()
    await controlProvider(server, 'accounts', { account: id, outcome: 'refused' })
    await webhooksDone(server)
    expect((await of.money()).body.account).toMatchObject({ id, stage: 'refused' })
  })

  test('says that Stripe does not answer', async () => {
    const of = await organizer(server)
    server.foyer.emulator?.faults.next({ match: 'POST /v1/accounts', kind: 'error500', times: 3 })
    const answer = await of.send('POST', '/api/admin/money/connect')
    expect(answer).toMatchObject({ status: 502, body: { code: 'provider_unavailable' } })
    expect((await of.money()).body.account).toBeNull()
    server.foyer.emulator?.faults.clear()
  })
})

describe('a payment', () => {
  test('is on the account of its organizer alone, with the fee of the platform', async () => {
    const [of, other] = [await organizer(server), await organizer(server)]
    const [account, otherAccount] = [await of.connect(), await other.connect()]
    const before = await chargedOn(server)
    const { ordered, intent } = await buyFrom(of, await of.event())
    expect(ordered.status).toBe(201)
    expect(intent.accountId).toBe(account)
    await webhooksDone(server)
    const payment = await paymentOf(intent.paymentIntentId)
    const { amount_minor: amount = 0 } = payment ?? {}
    const fee = Math.round(amount * 0.02) + 30
    expect(payment).toMatchObject({ account_id: account, platform_fee_minor: fee })
    expect(await chargedOn(server, account)).toEqual({ charged: amount, refunded: 0 })
    expect(await chargedOn(server, otherAccount)).toEqual({ charged: 0, refunded: 0 })
    expect(await chargedOn(server)).toEqual(before)
    const charge = Math.round(amount * 0.029) + 30
    expect(await ledgerOf(of)).toMatchObject({
      platform_fees: fee,
      provider_fees: charge,
      provider_balance: amount - fee - charge,
    })
    expect(await ledgerOf(other)).toEqual({})
    expect(await differences()).toEqual([])
  })

  test('is completed by a webhook of the account if the buyer does not come back', async () => {
    const of = await organizer(server)
    await of.connect()
    const event = await of.event()
    const { browser, intent } = await pay(of, event)
    await browser.send('POST', '/api/checkout/carts/12345/payment', {
      contact: { firstName: 'Ada', lastName: 'L', email: 'ada@example.com', phone: '555 0100' },
    })
    await until(
      () => paymentOf(intent.paymentIntentId),
      (payment) => payment?.state === 'completed',
    )
  })

  test('is found in the list of its account if every webhook is lost', async () => {
    const of = await organizer(server)
    const account = await of.connect()
    const { ordered, intent } = await buyFrom(of, await of.event())
    await webhooksDone(server)
    // A refund in the dashboard of the account, whose webhooks are lost.
    server.foyer.emulator?.webhooks.hold()
    await askProvider(server, 'refunds', { payment_intent: intent.paymentIntentId }, account)
    await compareWithProvider(server.foyer.context)
    const refunds = await server.sql('select * from refunds where order_id = $1', [
      ordered.body.orderId,
    ])
    expect(refunds).toMatchObject([{ state: 'succeeded', kind: 'whole', platform_fee_minor: 0 }])
    server.foyer.emulator?.webhooks.release()
    await webhooksDone(server)
    expect(await differences()).toEqual([])
  })

  test('returns the fee of the platform with its refunds, in the ledger and at the provider', async () => {
    const of = await organizer(server)
    const account = await of.connect()
    const { ordered, intent } = await buyFrom(of, await of.event())
    const { orderId } = ordered.body
    await webhooksDone(server)
    await refund(of, orderId, 1000)
    await refund(of, orderId)
    await webhooksDone(server)
    const { charged, refunded } = await chargedOn(server, account)
    expect(refunded).toBe(charged)
    const { platform_fees: left = 0 } = await ledgerOf(of)
    expect(left).toBe(0)
    const fees = await askProvider(server, 'application_fees?limit=100')
    const [fee] = fees.data.filter(({ account: whose }: { account: string }) => whose === account)
    expect(fee.amount_refunded).toBe(fee.amount)
    const payment = await paymentOf(intent.paymentIntentId)
    const returned = await server.sql<{ minor: number }>(
      'select platform_fee_minor as minor from refunds where payment_id = $1',
      [payment?.id],
    )
    expect(returned.reduce((sum, { minor }) => sum + minor, 0)).toBe(payment?.platform_fee_minor)
    expect(await differences()).toEqual([])
  })

  test('stays on its account, with its refunds, after the organizer has connected another', async () => {
    const of = await organizer(server)
    const former = await of.connect()
    const event = await of.event()
    const first = await buyFrom(of, event)
    await webhooksDone(server)
    expect((await of.disconnect(former)).body.account).toBeNull()
    const current = await of.connect()
    expect(current).not.toBe(former)
    const second = await buyFrom(of, event)
    expect(second.intent.accountId).toBe(current)
    await refund(of, first.ordered.body.orderId)
    const [old, now] = [await chargedOn(server, former), await chargedOn(server, current)]
    expect(old.refunded).toBe(old.charged)
    expect(now.refunded).toBe(0)
    await webhooksDone(server)
    expect(await differences()).toEqual([])
    // Nobody disconnects what is no longer connected.
    expect((await of.disconnect(former)).body.code).toBe('account_not_connected')
  })

  test('is not settled by an intent that another organizer made to look like it', async () => {
    const [of, thief] = [await organizer(server), await organizer(server)]
    const [, own] = [await of.connect(), await thief.connect()]
    const event = await of.event()
    const browser = of.buyer()
    await holdCart(browser, event)
    const { body } = await createIntent(browser)
    const payment = await paymentOf(body.paymentIntentId)
    const forged = await askProvider(
      server,
      'payment_intents',
      {
        amount: String(payment?.amount_minor),
        currency: 'usd',
        confirm: 'true',
        payment_method: 'pm_card_visa',
        'metadata[tenantId]': String(of.tenantId),
        'metadata[paymentId]': payment?.id,
      },
      own,
    )
    expect(forged.status).toBe('succeeded')
    await webhooksDone(server)
    await compareWithProvider(server.foyer.context)
    expect(await paymentOf(body.paymentIntentId)).toMatchObject({ state: 'open', order_id: null })
    expect(await paymentOf(forged.id)).toBeUndefined()
    expect(
      await server.sql('select from money_problems where subject = $1', [forged.id]),
    ).toHaveLength(0)
    // Nor does a browser that names it.
    const ordered = await browser.send('POST', '/api/checkout/orders', {
      cartId: '12345',
      eventId: event.eventId,
      firstName: 'Eve',
      lastName: 'L',
      email: 'eve@example.com',
      phone: '555 0100',
      status: 'PAID',
      paymentIntentId: forged.id,
    })
    expect(ordered.body.code).toBe('payment_not_found')
  })

  test('is refused without an account that charges, before anything is held', async () => {
    const of = await organizer(server)
    const event = await of.event()
    const tryToHold = () => holdCart(of.buyer(), event)
    const refusal = { status: 409, body: { code: 'payments_not_ready' } }
    expect(await tryToHold()).toMatchObject(refusal)
    expect((await of.buyer().send('GET', '/api/tenant')).body.takesPayments).toBe(false)
    await of.connect('wanted')
    expect(await tryToHold()).toMatchObject(refusal)
    const free = await server.build.event({ tenantId: of.tenantId, types: [{ dynamicMinor: 0 }] })
    expect((await holdCart(of.buyer(), free)).status).toBe(201)
    const account = await of.connect()
    const browser = of.buyer()
    expect((await holdCart(browser, event)).status).toBe(201)
    // The account is limited while the buyer fills in the form.
    await controlProvider(server, 'accounts', { account, outcome: 'refused' })
    await webhooksDone(server)
    expect(await createIntent(browser)).toMatchObject(refusal)
    expect(await server.sql('select from payments where tenant_id = $1', [of.tenantId])).toEqual([])
  })

  test('cannot be moved to another account, in the database either', async () => {
    const of = await organizer(server)
    await of.connect()
    const { intent } = await buyFrom(of, await of.event())
    const move = server.sql('update payments set account_id = null where intent_id = $1', [
      intent.paymentIntentId,
    ])
    await expect(move).rejects.toThrow('stays on the account')
  })
})

describe('the audit', () => {
  test('finds a payment on an account that its organizer did not have then', async () => {
    const of = await organizer(server)
    const account = await of.connect()
    await buyFrom(of, await of.event())
    await webhooksDone(server)
    expect(await differences()).toEqual([])
    await server.sql(
      `update connected_accounts set connected_at = connected_at + interval '1 hour' where account_id = $1`,
      [account],
    )
    expect(await differences()).toMatchObject([{ check: 'payment accounts' }])
    await server.sql(
      `update connected_accounts set connected_at = connected_at - interval '1 hour'
       where account_id = $1`,
      [account],
    )
  })

  test('finds a fee of the platform that is not in the ledger', async () => {
    const of = await organizer(server)
    await of.connect()
    const { intent } = await buyFrom(of, await of.event())
    await webhooksDone(server)
    const change = (by: number) =>
      server.sql(
        'update payments set platform_fee_minor = platform_fee_minor + $2 where intent_id = $1',
        [intent.paymentIntentId, by],
      )
    await change(1)
    expect(await differences()).toMatchObject([{ check: 'platform fees' }])
    await change(-1)
  })
})

describe('the screen of money', () => {
  test('shows the balance, also below 0, payouts and disputes of the account', async () => {
    const of = await organizer(server)
    const account = await of.connect()
    await buyFrom(of, await of.event(), '4000000000000259')
    await webhooksDone(server)
    const { data } = await askProvider(server, 'charges', undefined, account)
    const has = await of.flow()
    const [balance] = has.body.balances
    expect(balance).toMatchObject({ currency: 'usd', pendingMinor: 0 })
    await askProvider(
      server,
      'payouts',
      { amount: String(balance.availableMinor), currency: 'usd' },
      account,
    )
    server.foyer.emulator?.settle()
    await webhooksDone(server)
    const after = await of.flow()
    expect(after.body.payouts).toMatchObject([
      { state: 'paid', amountMinor: balance.availableMinor },
    ])
    expect(after.body.balances).toMatchObject([
      { availableMinor: -(data[0].amount_captured + 1500) },
    ])
    expect((await of.money()).body.disputes).toMatchObject([
      { state: 'opened', amountMinor: data[0].amount_captured, accountId: account },
    ])
    const stranger = await organizer(server)
    expect((await stranger.money()).body.disputes).toEqual([])
    expect((await stranger.flow()).body.code).toBe('account_not_connected')
  })
})

describe('an installation that pays with its own keys', () => {
  const own = serverForTests()

  test('has nothing to connect', async () => {
    const of = await organizer(own)
    expect((await of.money()).body).toMatchObject({ mode: 'own', account: null })
    const answer = await of.send('POST', '/api/admin/money/connect')
    expect(answer).toMatchObject({ status: 409, body: { code: 'connect_not_used' } })
  })

  test('pays on the account of its keys, without a fee', async () => {
    const of = await organizer(own)
    const { ordered, intent } = await buyFrom(of, await of.event(), CARDS.success)
    expect(ordered.status).toBe(201)
    expect(intent.accountId).toBeUndefined()
    const [payment] = await own.sql('select * from payments where intent_id = $1', [
      intent.paymentIntentId,
    ])
    expect(payment).toMatchObject({ account_id: null, platform_fee_minor: null })
  })
})
