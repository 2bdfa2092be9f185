import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { complaintsAbout } from '../published-types.ts'
import {
  cardForm,
  PUBLISHABLE_KEY,
  postForm,
  receiveWebhooks,
  SECRET_KEY,
  startEmulator,
} from '../test-support.ts'

const ORDER = { amount: 10_000, currency: 'usd' } as const
const LINK = {
  type: 'account_onboarding',
  refresh_url: 'https://shop.example/refresh',
  return_url: 'https://shop.example/return',
} as const

/** An emulator with accounts, each after its onboarding. */
async function connected(options: Parameters<typeof startEmulator>[0] = {}) {
  const endpoint = await receiveWebhooks()
  const started = await startEmulator({ webhookUrl: () => endpoint.url, ...options })
  const { stripe } = started
  const onboard = async (account: string, outcome: string) => {
    const { url } = await stripe.accountLinks.create({ account, ...LINK })
    const body = new URLSearchParams({ outcome })
    return { url, left: await fetch(url, { method: 'POST', body, redirect: 'manual' }) }
  }
  const account = async (outcome = 'complete') => {
    const { id } = await stripe.accounts.create({ country: 'US', email: 'ana@example.com' })
    await onboard(id, outcome)
    return id
  }
  const pay = (
    stripeAccount: string,
    params: Partial<Stripe.PaymentIntentCreateParams> = {},
  ): Promise<Stripe.PaymentIntent> =>
    stripe.paymentIntents.create(
      { ...ORDER, confirm: true, payment_method: 'pm_card_visa', ...params },
      { stripeAccount },
    )
  return { ...started, endpoint, onboard, account, pay }
}

describe('an account', () => {
  it('cannot charge before its onboarding, and hears how that ended', async () => {
    const { stripe, endpoint, emulator, onboard, pay } = await connected()
    const { id, ...made } = await stripe.accounts.create({
      controller: {
        fees: { payer: 'account' },
        losses: { payments: 'stripe' },
        stripe_dashboard: { type: 'full' },
      },
    })
    expect(made).toMatchObject({ charges_enabled: false, details_submitted: false })
    await expect(pay(id)).rejects.toMatchObject({ statusCode: 400 })
    const { left, url } = await onboard(id, 'wanted')
    expect(left.headers.get('location')).toBe(LINK.return_url)
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: false,
      details_submitted: true,
      requirements: { currently_due: ['external_account', 'individual.verification.document'] },
    })
    // A link opens once.
    const again = await fetch(url, { redirect: 'manual' })
    expect(again.headers.get('location')).toBe(LINK.refresh_url)
    await onboard(id, 'complete')
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ charges_enabled: true })
    await emulator.webhooks.idle()
    const [first] = endpoint.received
    expect(first?.event).toMatchObject({ type: 'account.updated', account: id })
  })

  it('may be refused', async () => {
    const { stripe, account } = await connected()
    const id = await account('refused')
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: false,
      requirements: { disabled_reason: 'rejected.fraud' },
    })
  })

  it('that is not connected is refused to every call', async () => {
    const { stripe } = await connected()
    await expect(
      stripe.balance.retrieve({}, { stripeAccount: 'acct_unknown' }),
    ).rejects.toMatchObject({ statusCode: 403, code: 'account_invalid' })
  })
})

describe('a direct charge', () => {
  it('is on its account alone, with a fee for the platform', async () => {
    const { stripe, account, pay } = await connected()
    const [ours, other] = [await account(), await account()]
    const paid = await pay(ours, { application_fee_amount: 250 })
    for (const options of [undefined, { stripeAccount: other }]) {
      await expect(stripe.paymentIntents.retrieve(paid.id, {}, options)).rejects.toMatchObject({
        statusCode: 404,
      })
    }
    const read = await stripe.paymentIntents.retrieve(
      paid.id,
      { expand: ['latest_charge.balance_transaction'] },
      { stripeAccount: ours },
    )
    expect(read.latest_charge).toMatchObject({
      application_fee_amount: 250,
      balance_transaction: {
        fee: 570,
        fee_details: [
          { amount: 320, type: 'stripe_fee' },
          { amount: 250, type: 'application_fee' },
        ],
      },
    })
    const balanceOf = async (stripeAccount?: string) =>
      (await stripe.balance.retrieve({}, stripeAccount ? { stripeAccount } : {})).available
    expect(await balanceOf(ours)).toMatchObject([{ amount: 9430 }])
    expect(await balanceOf(other)).toEqual([])
    expect(await balanceOf()).toMatchObject([{ amount: 250 }])
    const { data } = await stripe.applicationFees.list()
    expect(data).toMatchObject([{ account: ours, amount: 250, amount_refunded: 0 }])
  })

  it('returns the fee with its refunds in proportion, and to the cent in the end', async () => {
    const { stripe, account, pay } = await connected()
    const stripeAccount = await account()
    const paid = await pay(stripeAccount, { application_fee_amount: 333 })
    const back = async (amount?: number) => {
      const refund = await stripe.refunds.create(
        {
          payment_intent: paid.id,
          refund_application_fee: true,
          expand: ['balance_transaction'],
          ...(amount ? { amount } : {}),
        },
        { stripeAccount },
      )
      return refund.balance_transaction
    }
    expect(await back(5000)).toMatchObject({
      fee: -166,
      fee_details: [{ amount: -166, type: 'application_fee' }],
    })
    expect(await back()).toMatchObject({ fee: -167 })
    const { data } = await stripe.applicationFees.list()
    expect(data).toMatchObject([{ amount_refunded: 333, refunded: true }])
    const platform = await stripe.balance.retrieve()
    expect(platform.available).toMatchObject([{ amount: 0 }])
  })

  it('takes no fee without an account, nor above its amount', async () => {
    const { stripe, account, pay } = await connected()
    await expect(
      stripe.paymentIntents.create({ ...ORDER, application_fee_amount: 100 }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'application_fee_amount' })
    await expect(pay(await account(), { application_fee_amount: 10_001 })).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  it('is confirmed by a browser that names the account', async () => {
    const { stripe, account, url } = await connected()
    const stripeAccount = await account()
    const { id, client_secret } = await stripe.paymentIntents.create(ORDER, { stripeAccount })
    const form = {
      key: PUBLISHABLE_KEY,
      client_secret: client_secret ?? '',
      ...cardForm('4242424242424242'),
    }
    const path = `${url}/v1/payment_intents/${id}/confirm`
    expect(await postForm(path, form)).toMatchObject({ status: 404 })
    const confirmed = await postForm(path, { ...form, _stripe_account: stripeAccount })
    expect(confirmed.body).toMatchObject({ status: 'succeeded' })
  })

  it('shares no idempotency key with another account', async () => {
    const { stripe, account } = await connected()
    const [one, other] = [await account(), await account()]
    const create = (stripeAccount: string) =>
      stripe.paymentIntents.create(ORDER, { stripeAccount, idempotencyKey: 'the same' })
    const first = await create(one)
    expect((await create(one)).id).toBe(first.id)
    expect((await create(other)).id).not.toBe(first.id)
  })

  it('is reported with its account, under the secret of accounts', async () => {
    const started = await connected({ connectWebhookSecret: 'whsec_connect' })
    const { stripe, account, endpoint, emulator, pay } = started
    const id = await account()
    await pay(id, { application_fee_amount: 100 })
    await emulator.webhooks.idle()
    const of = (type: string) => endpoint.received.find(({ event }) => event.type === type)
    const paid = of('payment_intent.succeeded')
    expect(paid?.event.account).toBe(id)
    const read = (secret: string) =>
      stripe.webhooks.constructEvent(paid?.body ?? '', paid?.signature ?? '', secret)
    expect(read('whsec_connect').account).toBe(id)
    expect(() => read('whsec_0123456789abcdef')).toThrow('signature')
    // The platform's own event.
    expect(of('application_fee.created')?.event.account).toBeUndefined()
  })
})

describe('the balance of an account', () => {
  it('is paid out, and falls below 0 with a dispute after that', async () => {
    const { stripe, account, emulator, pay } = await connected()
    const stripeAccount = await account()
    await pay(stripeAccount, { payment_method: 'pm_card_createDispute' })
    const payout = { amount: 9680, currency: 'usd' }
    const made = await stripe.payouts.create(payout, { stripeAccount })
    expect(made).toMatchObject({ status: 'pending', amount: 9680 })
    await expect(stripe.payouts.create(payout, { stripeAccount })).rejects.toMatchObject({
      code: 'balance_insufficient',
    })
    emulator.settle()
    expect(await stripe.payouts.list({}, { stripeAccount })).toMatchObject({
      data: [{ status: 'paid' }],
    })
    const { data } = await stripe.disputes.list({}, { stripeAccount })
    expect(data).toHaveLength(1)
    expect((await stripe.disputes.list()).data).toEqual([])
    const { available } = await stripe.balance.retrieve({}, { stripeAccount })
    expect(available).toMatchObject([{ amount: -11_500, currency: 'usd' }])
  })

  it('has the money again of a payout that bounced', async () => {
    const { stripe, account, emulator, pay } = await connected()
    const stripeAccount = await account()
    await pay(stripeAccount)
    const payout = { amount: 9680, currency: 'usd', description: 'bounces' }
    const { id } = await stripe.payouts.create(payout, { stripeAccount })
    emulator.settle()
    expect(await stripe.payouts.retrieve(id, {}, { stripeAccount })).toMatchObject({
      status: 'failed',
      failure_code: 'account_closed',
    })
    const { available } = await stripe.balance.retrieve({}, { stripeAccount })
    expect(available).toMatchObject([{ amount: 9680 }])
  })
})

describe('accounts', () => {
  it('answer with the types that Stripe publishes', async () => {
    const { stripe, account, emulator, pay, url } = await connected()
    const stripeAccount = await account()
    await account('wanted')
    const paid = await pay(stripeAccount, { application_fee_amount: 100 })
    const refund = { payment_intent: paid.id, amount: 500, refund_application_fee: true }
    await stripe.refunds.create(refund, { stripeAccount })
    for (const description of ['arrives', 'bounces']) {
      await stripe.payouts.create({ amount: 100, currency: 'usd', description }, { stripeAccount })
    }
    emulator.settle()
    const read = async (path: string, headers = {}): Promise<unknown> => {
      const authorization = `Bearer ${SECRET_KEY}`
      const response = await fetch(`${url}/v1/${path}`, { headers: { authorization, ...headers } })
      expect(response.status).toBe(200)
      return response.json()
    }
    const lists = await Promise.all(
      (
        [
          ['accounts', 'Stripe.Account'],
          ['application_fees', 'Stripe.ApplicationFee'],
          ['balance_transactions', 'Stripe.BalanceTransaction'],
          ['events', 'Stripe.Event'],
        ] as const
      ).map(async ([path, type]) => ({ type: `Stripe.ApiList<${type}>`, json: await read(path) })),
    )
    const own = await Promise.all(
      (
        [
          ['payouts', 'Stripe.Payout'],
          ['balance_transactions', 'Stripe.BalanceTransaction'],
          ['events', 'Stripe.Event'],
          ['charges', 'Stripe.Charge'],
        ] as const
      ).map(async ([path, type]) => ({
        type: `Stripe.ApiList<${type}>`,
        json: await read(`${path}?limit=100`, { 'stripe-account': stripeAccount }),
      })),
    )
    const { lastResponse: _, ...link } = await stripe.accountLinks.create({
      account: stripeAccount,
      ...LINK,
    })
    const answers = [...lists, ...own, { type: 'Stripe.AccountLink', json: link }]
    expect(await complaintsAbout(answers)).toEqual([])
  }, 60_000)

  it('are still there after a restart, with their charges', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-emulator-accounts-'))
    try {
      const storagePath = `${folder}/state.jsonl`
      const first = await connected({ storagePath })
      const stripeAccount = await first.account()
      const paid = await first.pay(stripeAccount)
      await first.stop()
      const { stripe } = await startEmulator({ storagePath })
      const read = await stripe.paymentIntents.retrieve(paid.id, {}, { stripeAccount })
      expect(read.status).toBe('succeeded')
      await expect(stripe.paymentIntents.retrieve(paid.id)).rejects.toMatchObject({
        statusCode: 404,
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
